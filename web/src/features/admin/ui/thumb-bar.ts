import { type RefObject, useEffect } from "react";

/** Where the main deed of a screen stands on a phone: under the thumb and above the tabs, however far the screen is scrolled. What floats keeps clear of `.thumb-bar`. */
export const thumbBar =
  "thumb-bar fixed inset-x-0 bottom-(--tab-bar) z-10 flex flex-wrap gap-3 border-t border-line bg-white p-3 *:min-w-0 *:flex-1 *:basis-[min-content] *:wrap-break-word data-tall:static data-tall:rounded-card lg:bottom-0 lg:border-0";

/** What a bar may take of the window's height; with large letters it takes more, and then stands at the end of its form. */
const most = 0.3;

/** Tells how high the bar is (`--thumb-bar`), for what stands above it. */
export function useThumbBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const tell = () => {
      const height = bar.current?.offsetHeight ?? 0;
      const tall = height > most * window.innerHeight;
      bar.current?.toggleAttribute("data-tall", tall);
      style.setProperty("--thumb-bar", tall ? "0px" : `${height}px`);
    };
    const sizes = new ResizeObserver(tell);
    if (bar.current) sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      style.removeProperty("--thumb-bar");
    };
  }, [bar]);
}
