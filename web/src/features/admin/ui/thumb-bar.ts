import { type RefObject, useEffect } from "react";

/** Where the main deed of a screen stands on a phone: under the thumb and above the tabs, however far the screen is scrolled. What floats keeps clear of `.thumb-bar`. */
export const thumbBar =
  "thumb-bar fixed inset-x-0 bottom-(--tab-bar) z-10 flex flex-wrap gap-3 border-t border-line bg-white p-3 *:min-w-0 *:flex-1 *:wrap-anywhere lg:bottom-0 lg:border-0";

/** Tells how high the bar is (`--thumb-bar`), for what stands above it. */
export function useThumbBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const tell = () => style.setProperty("--thumb-bar", `${bar.current?.offsetHeight ?? 0}px`);
    const sizes = new ResizeObserver(tell);
    if (bar.current) sizes.observe(bar.current);
    return () => {
      sizes.disconnect();
      style.removeProperty("--thumb-bar");
    };
  }, [bar]);
}
