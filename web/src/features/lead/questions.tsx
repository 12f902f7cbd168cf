import { useState } from "react";
import type { Issue, Question } from "../../api/types";
import { useT } from "../../i18n/language";
import { Field } from "../../ui/field";
import { fieldLook, TextArea, TextInput } from "../../ui/text-input";
import { nameOf } from "./inputs";
import { issueText } from "./issues";

/** The times to choose from on a day (2026-11-20), or on any day. Without any the business is closed. */
function timesOn(day: string, { choices = [], days }: Question): readonly string[] {
  const fromMonday = (new Date(day).getUTCDay() + 6) % 7;
  return days?.[fromMonday]?.map((index) => choices[index] ?? "") ?? choices;
}

type Props = { questions: readonly Question[]; issues: readonly Issue[]; textOf: (name: string) => string };

/** The questions of the owner's own. */
export function Questions({ questions, issues, textOf }: Props) {
  const t = useT();
  const date = questions.find(({ kind }) => kind === "date");
  const [day, setDay] = useState(date ? textOf(nameOf(date)) : "");
  return questions.map((question) => {
    const { kind, label, needed } = question;
    const name = nameOf(question);
    const issue = issues.find(({ field }) => field === name);
    const times = timesOn(day, question);
    const isClosed = Boolean(question.choices) && times.length === 0;
    const choices = isClosed ? question.choices : times;
    return (
      <Field
        key={label}
        label={needed ? label : t("lead.optional", { field: label })}
        hint={isClosed ? t("lead.closed") : undefined}
        error={issue && issueText(t, issue)}
      >
        {(control) => {
          const props = { ...control, name, required: needed, defaultValue: textOf(name) };
          if (question.choices)
            return (
              <select {...props} className={fieldLook}>
                <option value="">{t("lead.choose")}</option>
                {choices?.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </select>
            );
          if (kind === "text") return <TextArea {...props} rows={2} />;
          if (kind === "number") return <TextInput {...props} inputMode="decimal" pattern="[0-9०-९૦-૯.,]+" />;
          const onInput =
            question === date
              ? ({ currentTarget }: { currentTarget: HTMLInputElement }) => setDay(currentTarget.value)
              : undefined;
          return <TextInput {...props} type={kind === "date" ? "date" : "time"} onInput={onInput} />;
        }}
      </Field>
    );
  });
}
