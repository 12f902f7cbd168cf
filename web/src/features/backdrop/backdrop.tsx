import { useEffect, useRef } from "react";
import type { Shell } from "../../api/types";
import { whenIdle } from "../../lib/when-idle";

const behind = "pointer-events-none fixed inset-0 -z-10 size-full";

/** The background of the page: particles, unless the owner chose something else. */
export function Backdrop({ backdrop }: { backdrop: Shell["backdrop"] }) {
  switch (backdrop?.kind) {
    case undefined:
      return <Particles />;
    case "glow":
      return <div className={`${behind} glow`} />;
    case "gradient":
    case "pattern":
      return <div data-back={backdrop.kind} className={behind} />;
    case "photo":
      return <Photo src={backdrop.image} srcSet={backdrop.imageSet} />;
    default:
      return null;
  }
}

/** The veil keeps text readable on any photo. */
function Photo({ src, srcSet }: { src: string | undefined; srcSet: string | undefined }) {
  return (
    <>
      <img
        srcSet={srcSet}
        sizes={srcSet && "100vw"}
        src={src}
        alt=""
        decoding="async"
        fetchPriority="low"
        className={`${behind} object-cover`}
      />
      <div className={`bg-page opacity-82 ${behind}`} />
    </>
  );
}

function Particles() {
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

  return <canvas ref={canvas} aria-hidden="true" className={`${behind} text-gold forced-colors:hidden`} />;
}
