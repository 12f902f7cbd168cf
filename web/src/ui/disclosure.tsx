import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "../lib/cx";

type Props = {
  summary: ReactNode;
  children: ReactNode;
  className?: string;
  /** Called with the time of each click on the summary. */
  onPress?: (time: number) => void;
  summaryRef?: Ref<HTMLElement>;
};

const close = (details: HTMLDetailsElement | null) => details?.removeAttribute("open");

/** Focuses the menu button. A dialog opened from the menu returns the focus there. */
function closeAndStay(details: HTMLDetailsElement | null) {
  close(details);
  details?.querySelector("summary")?.focus();
}

/** A menu that opens without JavaScript. With it, a choice, Escape and a click outside close the menu. */
export function Disclosure({ summary, children, className, onPress, summaryRef }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useImperativeHandle(summaryRef, () => details.current?.querySelector("summary") as HTMLElement);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!details.current?.contains(target as Node)) close(details.current);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && details.current?.open) closeAndStay(details.current);
    };
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);

  return (
    <details ref={details} suppressHydrationWarning className={cx("relative z-20", className)}>
      <summary
        className="press flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-button border border-line bg-card px-4 font-semibold select-none hover:bg-ivory"
        onClick={(event) => onPress?.(event.timeStamp)}
      >
        {summary}
      </summary>
      {/* biome-ignore lint/a11y: clicks on the choices inside, by pointer or keyboard, bubble to this element */}
      <div
        onClick={() => closeAndStay(details.current)}
        className="absolute right-0 mt-2 min-w-44 overflow-hidden rounded-card border border-line bg-card py-1.5 shadow-lift"
      >
        {children}
      </div>
    </details>
  );
}
