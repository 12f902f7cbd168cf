import { useT } from "../../../i18n/language";
import { fieldLook, TextInput } from "../../../ui/text-input";
import type { KindInputProps } from "../form/kind-input";
import { monthName, months } from "../values/days";

/** Inputs for a month and a year. Some browsers lack a month input; the others show it in their language, not the app's. */
export function MonthInput({ id, name, value, onChange, required, ...aria }: KindInputProps) {
  const t = useT();
  const [year = "", month = ""] = value.split("-");
  const described = { "aria-describedby": aria["aria-describedby"], "aria-invalid": aria["aria-invalid"] };
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      <select
        {...described}
        id={id}
        name={name}
        aria-label={t("input.month")}
        required={required}
        value={month}
        onChange={(event) => onChange(`${year}-${event.target.value}`)}
        className={fieldLook}
      >
        {months.map((month) => (
          <option key={month} value={month}>
            {monthName(t, month)}
          </option>
        ))}
      </select>
      <TextInput
        {...described}
        aria-label={t("input.year")}
        required={required}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={year}
        onChange={(event) => onChange(`${event.target.value}-${month}`)}
      />
    </div>
  );
}
