import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "../lib/cx";

type Props = {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
  /** Called with the moment of each press of the summary. */
  onPress?: (time: number) => void;
  summaryRef?: Ref<HTMLElement>;
};

/** A menu that opens without JavaScript; with it, Escape and a press elsewhere close it. */
export function Disclosure({ summary, children, className, onPress, summaryRef }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useImperativeHandle(summaryRef, () => details.current?.querySelector("summary") as HTMLElement);

  useEffect(() => {
    const close = () => details.current?.removeAttribute("open");
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!details.current?.contains(target as Node)) close();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.current?.open) return;
      close();
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  return (
    <details ref={details} suppressHydrationWarning className={cx("relative", className)}>
      <summary
        className="press flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-full border border-line bg-white px-4 font-semibold select-none hover:bg-ivory"
        onClick={(event) => onPress?.(event.timeStamp)}
      >
        {summary}
      </summary>
      <div className="absolute right-0 z-20 mt-2 min-w-44 overflow-hidden rounded-card border border-line bg-white py-1.5 shadow-lift">
        {children}
      </div>
    </details>
  );
}
