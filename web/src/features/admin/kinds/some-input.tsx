import { useT } from "../../../i18n/language";
import type { KindInputProps } from "../form/kind-input";
import { joinTags, parseTags } from "../values/tags";

/** Checkboxes for languages. Selecting all is stored as none, which means no restriction. */
export function SomeInput({ name, rule, value, onChange, "aria-describedby": described }: KindInputProps) {
  const t = useT();
  const options = rule.options ?? [];
  const typed = parseTags(value);
  const ticked = typed.length > 0 ? typed : options;
  const turn = (option: string, on: boolean) => {
    const next = options.filter((other) => (other === option ? on : ticked.includes(other)));
    onChange(next.length === options.length ? "" : joinTags(next));
  };
  return (
    <div className="grid gap-2.5 sm:grid-cols-3">
      {options.map((option) => (
        <label key={option} lang={option} className="choice px-4">
          <input
            type="checkbox"
            name={name}
            checked={ticked.includes(option)}
            onChange={(event) => turn(option, event.target.checked)}
            aria-describedby={described}
          />
          {t.first([`language.${option}`, ""]) || option}
        </label>
      ))}
    </div>
  );
}
