import type { UseFormRegisterReturn } from "react-hook-form";
import { fields } from "../../api/fields.gen";
import { useT } from "../../i18n/language";
import { baseLang, type Lang } from "../../lib/lang";
import { Field } from "../../ui/field";
import { TextArea, TextInput } from "../../ui/text-input";
import { inputs } from "./inputs";
import { issueText } from "./issue-text";
import type { EditableField } from "./screens";
import type { Refusal } from "./validate";

type Props = {
  name: EditableField;
  lang: Lang;
  empty: boolean;
  /** What readers of this language see while the input is empty. */
  fallback: string;
  issue: Refusal | undefined;
  registration: UseFormRegisterReturn;
};

export function FieldInput({ name, lang, empty, fallback, issue, registration }: Props) {
  const t = useT();
  const { kind, localized, required, min } = fields[name];
  const label = t.first([`field.${name}.label`]);
  const hint = t.first([`field.${name}.hint`, ""], { min });
  const translated = lang !== baseLang;
  const note = translated && empty ? t("admin.fallback") : undefined;
  return (
    <Field
      label={label}
      hint={[note, hint].filter(Boolean).join(" ")}
      error={issue && issueText(t, label, name, issue)}
    >
      {(control) => {
        const props = {
          ...control,
          ...registration,
          ...inputs[kind],
          lang: localized ? lang : undefined,
          required: required && !translated,
          placeholder: translated ? fallback : undefined,
        };
        return "rows" in props ? <TextArea {...props} /> : <TextInput {...props} />;
      }}
    </Field>
  );
}
