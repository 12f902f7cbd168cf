import { useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import type { Input } from "../draft/draft";
import { kinds } from "../kinds/kinds";
import { issueText } from "../values/issue-text";
import type { Refusal } from "../values/validate";

type Props = {
  input: Input;
  lang: Lang;
  value: string;
  onChange: (value: string) => void;
  /** What readers of this language see while the input is empty. */
  fallback: string;
  issue: Refusal | undefined;
};

export function FieldInput({ input: { key, rule, localized }, lang, value, onChange, fallback, issue }: Props) {
  const t = useT();
  const { Input, grouped } = kinds[rule.kind];
  const label = t.first([`field.${key}.label`]);
  const translated = lang !== baseLang;
  const note = translated && !value.trim() ? t("admin.fallback") : "";
  const hint = [note, t.first([`field.${key}.hint`, ""], { min: rule.min })].filter(Boolean).join(" ");
  return (
    <Field label={label} hint={hint} grouped={grouped} error={issue && issueText(t, label, key, issue)}>
      {(control) => (
        <Input
          {...control}
          name={key}
          rule={rule}
          value={value}
          onChange={onChange}
          required={rule.required && !translated}
          lang={localized ? lang : undefined}
          placeholder={translated ? fallback : undefined}
        />
      )}
    </Field>
  );
}
