import { createElement, type SVGProps } from "react";
import type { IconType } from "./icon-well";

type Shape = readonly [tag: "path" | "rect" | "circle", props: SVGProps<SVGElement>];

/** An icon of these shapes. The build makes lucide's icons by it, too, so that all are drawn in the same strokes. */
export function glyph(...shapes: readonly Shape[]): IconType {
  return function Glyph({ size = 24, strokeWidth = 2, className }) {
    const look = {
      "aria-hidden": true,
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className,
    } as const;
    return createElement("svg", look, ...shapes.map(([tag, props]) => createElement(tag, props)));
  };
}
