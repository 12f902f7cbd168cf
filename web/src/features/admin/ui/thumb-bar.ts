import { type RefObject, useEffect } from "react";

/**
 * The position of a screen's main action on a phone: at thumb height above the tabs, however far the screen is
 * scrolled. Floating elements keep clear of `.thumb-bar`.
 */
export const thumbBar =
  "thumb-bar fixed inset-x-0 bottom-(--tab-bar) z-10 flex flex-wrap gap-3 border-t border-line bg-white p-3 *:min-w-0 *:flex-1 *:basis-[min-content] *:wrap-break-word data-tall:static data-tall:rounded-card lg:bottom-0 lg:border-0";

/** The maximum share of the window's height. A taller bar (large fonts) moves to the end of its form. */
const most = 0.3;

/** Publishes the height of the bar as `--thumb-bar`, for elements above it. */
export function useThumbBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const height = bar.current?.offsetHeight ?? 0;
      const tall = height > most * window.innerHeight;
      bar.current?.toggleAttribute("data-tall", tall);
      style.setProperty("--thumb-bar", tall ? "0px" : `${height}px`);
    };
    const sizes = new ResizeObserver(measure);
    if (bar.current) sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      style.removeProperty("--thumb-bar");
    };
  }, [bar]);
}
