import { type FormEvent, useState } from "react";
import type { Lead } from "../../api/leads";
import type { Issue } from "../../api/types";
import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { countLetters } from "../../lib/letters";
import { privacyPath, within } from "../../paths";
import { Field } from "../../ui/field";
import { TextArea, TextInput } from "../../ui/text-input";
import { fieldsOf, inputs, questionsOf } from "./inputs";
import { issueText } from "./issues";
import { Questions } from "./questions";

/** The server's limit in characters; a counter appears near it. */
const longest = 4000;
const long = 0.9 * longest;

type Props = {
  kind: Lead["kind"];
  hasBasket?: boolean;
  issues: readonly Issue[];
  textOf: (name: string) => string;
};

/** The fields of a form, the honeypot field that only bots fill in, and the consent text. */
export function LeadFields({ kind, hasBasket = false, issues, textOf }: Props) {
  const t = useT();
  const { asking } = useWebsiteContent();
  const questions = questionsOf(asking, hasBasket);
  const [count, setCount] = useState(0);
  const countMessage = ({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>) =>
    setCount(value.length > long ? countLetters(value) : 0);
  return (
    <>
      {fieldsOf(kind, asking, hasBasket).map(({ name, optional, either }) => {
        const issue = issues.find(({ field }) => field === name);
        const label = t(`lead.${name}`);
        const field = (
          <Field
            key={name}
            label={optional ? t("lead.optional", { field: label }) : label}
            hint={
              name === "message" && count > long
                ? t("lead.count", { count, longest })
                : either && name === "phone"
                  ? t("lead.either")
                  : undefined
            }
            error={issue && issueText(t, issue)}
          >
            {(control) => {
              const props = {
                ...inputs[name],
                ...control,
                name,
                required: !optional && !either,
                defaultValue: textOf(name),
              };
              return "rows" in props ? (
                <TextArea {...props} placeholder={asking?.placeholder} onInput={countMessage} />
              ) : (
                <TextInput {...props} />
              );
            }}
          </Field>
        );
        if (name !== "message" || questions.length === 0) return field;
        return [<Questions key="questions" questions={questions} issues={issues} textOf={textOf} />, field];
      })}
      <div className="sr-only" aria-hidden="true">
        <label>
          {t("lead.trap")}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

export function Consent() {
  const t = useT();
  const { shell } = useWebsiteContent();
  return (
    <p className="text-sm text-muted">
      {t("lead.consent")}{" "}
      <a href={within(shell.home, privacyPath)} target="_blank" rel="noopener" className="underline">
        {t("common.privacy")}
        <span className="sr-only"> {t("common.newTab")}</span>
      </a>
    </p>
  );
}
