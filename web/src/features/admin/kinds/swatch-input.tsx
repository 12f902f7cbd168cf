import type { Ref } from "react";
import { useT } from "../../../i18n/language";
import type { KindInputProps } from "./kind-input";

/** One of a few colours, each with its name: a colour alone tells nothing to who cannot see it. */
export function SwatchInput({ name, id, rule, ref, value, onChange, onBlur, ...aria }: KindInputProps) {
  const t = useT();
  const options = rule.options ?? [];
  return (
    <div className="flex flex-wrap gap-2.5" aria-describedby={aria["aria-describedby"]}>
      {options.map((option, index) => (
        <label key={option} className="choice py-1.5 pr-4 pl-3">
          <input
            ref={
              option === value || (index === 0 && !options.includes(value)) ? (ref as Ref<HTMLInputElement>) : undefined
            }
            type="radio"
            name={id}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            onBlur={onBlur}
            aria-invalid={aria["aria-invalid"]}
          />
          <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">
            <circle cx="12" cy="12" r="11" fill={option} />
          </svg>
          {t.first([`field.${name}.option.${option}`, option])}
        </label>
      ))}
    </div>
  );
}
