import { useT } from "../../../i18n/language";
import type { KindInputProps } from "../form/kind-input";

/** One of a few colours, each with its name: a colour alone tells nothing to who cannot see it. */
export function SwatchInput({ name, rule, value, onChange, "aria-describedby": described }: KindInputProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2.5">
      {rule.options?.map((option) => (
        <label key={option} className="choice py-1.5 pr-4 pl-3">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            aria-describedby={described}
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
