import type { ReactNode } from "react";

type Option<Value extends string> = { value: Value; lang?: string; content: ReactNode };

type Props<Value extends string> = {
  label: string;
  name: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
};

export function Segmented<Value extends string>({ label, name, value, options, onChange }: Props<Value>) {
  return (
    <fieldset className="flex min-w-0 flex-wrap rounded-card border border-line bg-ivory p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          lang={option.lang}
          className="grid min-h-11 min-w-fit flex-1 cursor-pointer place-content-center rounded-well px-2 text-center has-checked:bg-white has-checked:font-semibold has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-gold-ink"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span>{option.content}</span>
        </label>
      ))}
    </fieldset>
  );
}
