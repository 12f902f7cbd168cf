import { createElement, type ReactElement, type SVGProps } from "react";
import type { IconType } from "./icon-well";

type Shape = readonly [tag: "path" | "rect" | "circle", props: SVGProps<SVGElement>];
type Look = { size?: number; strokeWidth?: number; className?: string };

function drawing(shapes: readonly Shape[], { size = 24, strokeWidth = 2, className }: Look): ReactElement {
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
}

/** An icon made of these shapes. The build also creates Lucide's icons with it, so that all have the same strokes. */
export function glyph(...shapes: readonly Shape[]): IconType {
  return (look) => drawing(shapes, look);
}

/** An icon that came with the page as one path. */
export const PathGlyph = ({ d, ...look }: Look & { d: string }) => drawing([["path", { d }]], look);
