import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { cx } from "../../../lib/cx";

type Props = { label: string; className?: string; children: ReactNode };

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A toolbar with one tab stop; the arrow keys move between its buttons. */
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
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      onKeyDown={walk}
      // A click leaves the focus in the editor, which keeps a phone's keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={(event) => stopAt(event.target)}
      className={cx("flex flex-wrap", className)}
    >
      {children}
    </div>
  );
}
