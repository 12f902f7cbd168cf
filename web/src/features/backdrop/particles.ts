import { savesData } from "../../lib/saves-data";
import { drift, type Field, scatter } from "./drift";

const particleCount = 50;
const linkDistance = 100;
/** Soft dots gain nothing from a high-density screen, and each pixel costs battery thirty times a second. */
const densestPixels = 1;
const frameMs = 1000 / 30;
/** The first frame is drawn at once; the animation starts later, when the page is ready for its visitor. */
const stillMs = 2000;

function draw(context: CanvasRenderingContext2D, field: Field) {
  context.clearRect(0, 0, field.width, field.height);
  for (const [index, a] of field.particles.entries()) {
    for (const b of field.particles.slice(index + 1)) {
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      if (distance >= linkDistance) continue;
      context.globalAlpha = 0.22 * (1 - distance / linkDistance);
      context.beginPath();
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
      context.stroke();
    }
    context.globalAlpha = 0.5;
    context.beginPath();
    context.arc(a.x, a.y, a.radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Animates until stopped. Static for visitors who prefer reduced motion or data; paused while the page is hidden. */
export function startParticles(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => {};
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let field = scatter(particleCount, innerWidth, innerHeight);
  let request = 0;
  let last = 0;
  let calm = true;

  const frame = (now: number) => {
    request = requestAnimationFrame(frame);
    if (now - last < frameMs) return;
    field = drift(field, Math.min(now - last, 100));
    last = now;
    draw(context, field);
  };

  const restart = () => {
    cancelAnimationFrame(request);
    const scale = Math.min(devicePixelRatio, densestPixels);
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    context.scale(scale, scale);
    context.strokeStyle = context.fillStyle = getComputedStyle(canvas).color;
    field = { ...field, width: canvas.clientWidth, height: canvas.clientHeight };
    draw(context, field);
    if (!calm && !reduced.matches && !savesData() && !document.hidden) request = requestAnimationFrame(frame);
  };

  restart();
  const wake = setTimeout(() => {
    calm = false;
    restart();
  }, stillMs);
  addEventListener("resize", restart);
  document.addEventListener("visibilitychange", restart);
  reduced.addEventListener("change", restart);
  dark.addEventListener("change", restart);
  return () => {
    clearTimeout(wake);
    cancelAnimationFrame(request);
    removeEventListener("resize", restart);
    document.removeEventListener("visibilitychange", restart);
    reduced.removeEventListener("change", restart);
    dark.removeEventListener("change", restart);
  };
}
