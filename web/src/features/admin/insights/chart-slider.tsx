import { type KeyboardEvent, useId } from "react";

type Props = {
  /** What is chosen in, and how. */
  label: string;
  hint: string;
  last: number;
  at: number;
  /** What is chosen, in words. */
  said: string;
  onChoose: (at: number) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** How keys and screen readers walk through a chart: nobody sees it, its chart shows what is chosen and that it has the focus. */
export function ChartSlider({ label, hint, last, at, said, onChoose, onKeyDown }: Props) {
  const hintId = useId();
  return (
    <>
      <p id={hintId} className="sr-only">
        {hint}
      </p>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={label}
        aria-describedby={hintId}
        aria-valuetext={said}
        onChange={(event) => onChoose(Number(event.target.value))}
        onKeyDown={onKeyDown}
        className="pointer-events-none absolute inset-x-0 bottom-0 h-px opacity-0"
      />
    </>
  );
}
