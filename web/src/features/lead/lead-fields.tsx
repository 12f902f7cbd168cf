import type { Lead } from "../../api/leads";
import type { Issue } from "../../api/types";
import { useT } from "../../i18n/language";
import { Field } from "../../ui/field";
import { TextArea, TextInput } from "../../ui/text-input";
import { formFields, inputs, type LeadField } from "./inputs";
import { issueText } from "./issues";

type Props = { kind: Lead["kind"]; issues: readonly Issue[]; textOf: (name: LeadField) => string };

/** A form's fields, the one that only programs fill, and what the visitor agrees to. */
export function LeadFields({ kind, issues, textOf }: Props) {
  const t = useT();
  return (
    <>
      {formFields[kind].map(({ name, optional }) => {
        const issue = issues.find(({ field }) => field === name);
        const label = t(`lead.${name}`);
        return (
          <Field
            key={name}
            label={optional ? t("lead.optional", { field: label }) : label}
            error={issue && issueText(t, issue)}
          >
            {(control) => {
              const props = { ...inputs[name], ...control, name, required: !optional, defaultValue: textOf(name) };
              return "rows" in props ? <TextArea {...props} /> : <TextInput {...props} />;
            }}
          </Field>
        );
      })}
      <label className="sr-only" aria-hidden="true">
        {t("lead.trap")}
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </>
  );
}

export function Consent() {
  const t = useT();
  return <p className="text-sm text-muted">{t("lead.consent")}</p>;
}
