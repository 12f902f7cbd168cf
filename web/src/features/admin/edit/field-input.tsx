import type { ReactNode } from "react";
import { useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import type { Input } from "../draft/draft";
import { StartFrom } from "../form/start-from";
import { inputOf } from "../kinds/kinds";
import { issueText } from "../values/issue-text";
import type { Refusal } from "../values/validate";

type Props = {
  input: Input;
  lang: Lang;
  /** The language the owner writes in. */
  primary: Lang;
  value: string;
  onChange: (value: string) => void;
  /** What visitors see in this language while the input is empty. */
  fallback: string;
  issue: Refusal | undefined;
  beside?: ((option: string) => ReactNode) | undefined;
  below?: ((option: string) => ReactNode) | undefined;
  /** A note about the value, before the hint. */
  mark?: string | undefined;
  /** The sample in an empty input. */
  sample?: string | undefined;
  /** The switch is off, because there is nothing to show yet. */
  unseen?: boolean;
  /** Only screen readers get the label; sighted owners see it next to the input. */
  bare?: boolean;
};

export function FieldInput(props: Props) {
  const { input, lang, primary, value, onChange, fallback, issue, beside: inRows, below, bare } = props;
  const { mark = "", sample, unseen = false } = props;
  const t = useT();
  const { key, rule, localized } = input;
  const { Input, grouped, beside } = inputOf(rule);
  const label = t.first([`field.${key}.label`]);
  const translated = localized && lang !== primary;
  const follows = translated || (localized && (lang !== baseLang || "group" in rule));
  const note = translated && !("group" in rule) && !value.trim() ? t("admin.fallback") : "";
  const about = [note, t.first([`field.${key}.hint`, ""], { min: rule.min })].filter(Boolean).join(" ");
  const hint = [mark, about].filter(Boolean).join(" · ");
  return (
    <Field
      label={label}
      hint={hint}
      grouped={grouped}
      beside={beside}
      bare={bare}
      error={issue && issueText(t, label, key, issue)}
    >
      {(control) => (
        <>
          <Input
            {...control}
            name={key}
            rule={rule}
            value={unseen ? "no" : value}
            disabled={unseen}
            onChange={onChange}
            required={rule.required && !translated}
            lang={localized ? lang : undefined}
            placeholder={follows ? fallback : sample}
            beside={inRows}
            below={below}
          />
          {follows && <StartFrom text={fallback} value={value} onStart={onChange} />}
        </>
      )}
    </Field>
  );
}
