type Particle = { x: number; y: number; dx: number; dy: number; radius: number };

export type Field = { width: number; height: number; particles: Particle[] };

const fastest = 0.02;

export function scatter(count: number, width: number, height: number, random = Math.random): Field {
  const particles = Array.from({ length: count }, () => ({
    x: random() * width,
    y: random() * height,
    dx: (random() - 0.5) * 2 * fastest,
    dy: (random() - 0.5) * 2 * fastest,
    radius: 1 + random() * 2,
  }));
  return { width, height, particles };
}

const wrap = (value: number, size: number) => (size > 0 ? ((value % size) + size) % size : 0);

/** Moves every particle. One that leaves the canvas re-enters on the other side. */
export function drift({ width, height, particles }: Field, ms: number): Field {
  return {
    width,
    height,
    particles: particles.map((p) => ({ ...p, x: wrap(p.x + p.dx * ms, width), y: wrap(p.y + p.dy * ms, height) })),
  };
}
