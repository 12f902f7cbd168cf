import { type KeyboardEvent, useId } from "react";

type Props = {
  /** What the slider selects. `hint` says how to use it. */
  label: string;
  hint: string;
  last: number;
  at: number;
  /** The selected value in words. */
  said: string;
  onChoose: (at: number) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/**
 * A transparent slider that makes a chart usable by keyboard and screen reader. The chart shows the selection and
 * the focus.
 */
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
