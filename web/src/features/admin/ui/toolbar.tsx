import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "../../../lib/cx";

type Props = { label: string; className?: string; children: ReactNode };

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Buttons that are one stop for the Tab key; the arrow keys go from one to the next. */
export function Toolbar({ label, className, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll("button") ?? [])];
  const stopAt = (stop: Element | undefined) => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };

  useLayoutEffect(() => {
    const all = buttons();
    if (all.filter(({ tabIndex }) => tabIndex === 0).length !== 1) stopAt(all[0]);
  });

  const walk = (event: KeyboardEvent) => {
    const all = buttons();
    const next = steps[event.key]?.(all.indexOf(event.target as HTMLButtonElement), all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons are what is focused
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={walk}
      // A press leaves the focus where one writes, and with it the keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={(event) => stopAt(event.target)}
      className={cx("flex flex-wrap", className)}
    >
      {children}
    </div>
  );
}
