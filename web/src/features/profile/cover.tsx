import type { ReactNode } from "react";
import type { Shell } from "../../api/types";

type Props = {
  src: string | undefined;
  srcSet: string | undefined;
  frame: Shell["frame"];
  children: ReactNode;
};

/** The heads that have something behind them even without a picture. */
const drawn = new Set(["cover", "poster", "band"]);

/** A wide picture behind the first line and the upper half of the profile image. It is darkened behind the text. */
export function Cover({ src, srcSet, frame, children }: Props) {
  const picture = src && (
    <img
      srcSet={srcSet}
      sizes={srcSet && "(min-width: 28rem) 28rem, 100vw"}
      src={src}
      alt=""
      width={1200}
      height={500}
      fetchPriority="high"
      decoding="async"
      className="size-full object-cover"
    />
  );
  if (frame) {
    return (
      <div className="front">
        {(picture || drawn.has(frame.head)) && <div className="cover">{picture}</div>}
        {children}
      </div>
    );
  }
  if (!picture) return children;
  return (
    <div className="relative text-white">
      <div className="absolute -inset-x-5 -top-3 bottom-10 -z-5 darkened overflow-hidden min-[28rem]:inset-x-0 min-[28rem]:-top-5 min-[28rem]:rounded-card">
        {picture}
      </div>
      {children}
    </div>
  );
}
