import { useEffect, useRef } from "react";
import { whenIdle } from "../../lib/when-idle";

export function Backdrop() {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let stop = () => {};
    const cancel = whenIdle(() => {
      import("./particles").then(
        ({ startParticles }) => {
          if (canvas.current) stop = startParticles(canvas.current);
        },
        () => {},
      );
    });
    return () => {
      cancel();
      stop();
    };
  }, []);

  return <canvas ref={canvas} aria-hidden="true" className="pointer-events-none fixed inset-0 -z-10 size-full" />;
}
