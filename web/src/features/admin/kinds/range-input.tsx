import type { Ref } from "react";
import type { KindInputProps } from "./kind-input";

export function RangeInput({ id, name, rule, ref, value, onChange, onBlur, ...aria }: KindInputProps) {
  return (
    <div className="flex items-center gap-4">
      <input
        id={id}
        name={name}
        type="range"
        min={rule.min}
        max={rule.max}
        step={rule.step}
        value={value}
        ref={ref as Ref<HTMLInputElement>}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-describedby={aria["aria-describedby"]}
        aria-invalid={aria["aria-invalid"]}
        className="h-11 min-w-0 flex-1 cursor-pointer accent-gold-ink"
      />
      <output htmlFor={id} className="min-w-12 text-right font-semibold tabular-nums">
        {value}
      </output>
    </div>
  );
}
