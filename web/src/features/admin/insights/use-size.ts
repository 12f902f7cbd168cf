import { useLayoutEffect, useRef, useState } from "react";

/** The width of an element and its font size; a chart is laid out for both. */
export function useSize<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [size, setSize] = useState({ width: 320, letter: 16 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth || 320;
      const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setSize((known) => (known.width === width && known.letter === letter ? known : { width, letter }));
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [ref, size] as const;
}
