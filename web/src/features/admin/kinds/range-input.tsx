import { controlOf, type KindInputProps } from "../form/kind-input";

export function RangeInput(props: KindInputProps) {
  const { rule, id, value, onChange } = props;
  return (
    <div className="flex items-center gap-4">
      <input
        {...controlOf(props)}
        type="range"
        min={rule.min}
        max={rule.max}
        step={rule.step}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 min-w-0 flex-1 cursor-pointer accent-gold-ink"
      />
      <output htmlFor={id} className="min-w-12 text-right font-semibold tabular-nums">
        {value}
      </output>
    </div>
  );
}
