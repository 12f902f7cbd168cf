import { type ReactNode, useEffect, useRef } from "react";
import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/button";
import { Field } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { TextArea, TextInput } from "../../ui/text-input";
import { typedText } from "./draft";
import { type FormField, inputs } from "./inputs";
import { issueText } from "./issues";
import type { useLead } from "./use-lead";

type Props = {
  lead: ReturnType<typeof useLead>;
  fields: readonly FormField[];
  submitLabel: string;
  children?: ReactNode;
};

export function LeadForm({ lead, fields, submitLabel, children }: Props) {
  const t = useT();
  const { shell } = useWebsiteContent();
  const { before, busy, issues, failure, keep, submit } = lead;
  const button = useRef<HTMLButtonElement>(null);

  // A disabled button drops the focus; whoever wants to try again finds it where it was.
  useEffect(() => {
    if (failure) button.current?.focus();
  }, [failure]);

  return (
    <form noValidate onSubmit={submit} onInput={keep} className="grid gap-4">
      {fields.map(({ name, optional }) => {
        const issue = issues.find(({ field }) => field === name);
        const label = t(`lead.${name}`);
        return (
          <Field
            key={name}
            label={optional ? t("lead.optional", { field: label }) : label}
            error={issue && issueText(t, issue)}
          >
            {(control) => {
              const props = { ...inputs[name], ...control, name, required: !optional };
              const defaultValue = typedText(before, name);
              return "rows" in props ? (
                <TextArea {...props} defaultValue={defaultValue} />
              ) : (
                <TextInput {...props} defaultValue={defaultValue} />
              );
            }}
          </Field>
        );
      })}
      {children}
      {failure && (
        <Notice>
          <p>{t.first([`lead.error.${failure.code}`, "lead.error"])}</p>
          <ButtonLink href={shell.chatUrl} outbound>
            {t("common.chat")}
          </ButtonLink>
        </Notice>
      )}
      <Button ref={button} tone="gold" type="submit" disabled={busy}>
        {busy ? t("lead.submitting") : submitLabel}
      </Button>
    </form>
  );
}
