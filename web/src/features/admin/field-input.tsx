import { type Control, useController } from "react-hook-form";
import { useT } from "../../i18n/language";
import { baseLang, type Lang } from "../../lib/lang";
import { Field } from "../../ui/field";
import type { Draft, Input } from "./draft";
import { issueText } from "./issue-text";
import { kinds } from "./kinds/kinds";

type Props = {
  input: Input;
  lang: Lang;
  control: Control<Draft>;
  /** What readers of this language see while the input is empty. */
  fallback: string;
};

export function FieldInput({ input: { key, rule, localized }, lang, control, fallback }: Props) {
  const t = useT();
  const { field, fieldState } = useController({ control, name: `${lang}.${key}` });
  const { Input, grouped } = kinds[rule.kind];
  const label = t.first([`field.${key}.label`]);
  const translated = lang !== baseLang;
  const note = translated && !field.value?.trim() ? t("admin.fallback") : "";
  const hint = [note, t.first([`field.${key}.hint`, ""], { min: rule.min })].filter(Boolean).join(" ");
  const { error } = fieldState;
  return (
    <Field
      label={label}
      hint={hint}
      grouped={grouped}
      error={error && issueText(t, label, key, { code: String(error.type), want: error.message ?? "" })}
    >
      {(control) => (
        <Input
          {...control}
          name={key}
          ref={field.ref}
          rule={rule}
          value={field.value ?? ""}
          onChange={field.onChange}
          onBlur={field.onBlur}
          required={rule.required && !translated}
          lang={localized ? lang : undefined}
          placeholder={translated ? fallback : undefined}
        />
      )}
    </Field>
  );
}
