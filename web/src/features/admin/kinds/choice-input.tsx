import type { ReactNode } from "react";
import { useT } from "../../../i18n/language";
import type { KindInputProps } from "../form/kind-input";
import { choiceDrawings } from "./choice-drawings";

/** One of several options, each a card with an illustration and a name. */
export function ChoiceInput({
  name,
  rule,
  value,
  onChange,
  "aria-describedby": described,
  drawingOf,
}: KindInputProps & { drawingOf?: (option: string) => ReactNode }) {
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
          {drawingOf ? drawingOf(option) : choiceDrawings[`${name}.${option}`]}
          {t.first([`field.${name}.option.${option}`, ""]) || option}
        </label>
      ))}
    </div>
  );
}
