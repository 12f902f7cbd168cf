import { useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import type { ItemField, ItemRule, Manager } from "../collections";
import { StartFrom } from "../form/start-from";
import { usePrimary } from "../form/use-primary";
import { inputOf } from "../kinds/kinds";
import { issueText } from "../values/issue-text";
import type { Refusal } from "../values/validate";

type Props = {
  manager: Manager;
  field: ItemField;
  rule: ItemRule;
  lang: Lang;
  value: string;
  /** What visitors see in this language while the input is empty. */
  fallback: string;
  issue: Refusal | undefined;
  onChange: (text: string) => void;
};

export function ItemFieldInput({ manager, field, rule, lang, value, fallback, issue, onChange }: Props) {
  const t = useT();
  const { Input, grouped } = inputOf(rule);
  const name = `item.${manager.collection}.${field}` as const;
  const label = t.first([name]);
  const primary = usePrimary();
  const translated = rule.localized && lang !== primary;
  const follows = translated || (rule.localized && lang !== baseLang);
  const unseen = rule.kind === "html" && (primary === baseLang ? "admin.fallback.html" : "admin.fallback.other");
  const hints = [
    translated && !value.trim() && fallback && t(unseen || "admin.fallback"),
    !translated && !rule.required && t("item.optional"),
    t.first([`${name}.hint`, rule.kind === "tags" && !rule.options ? "item.commas" : "", ""]),
  ];
  return (
    <Field
      label={label}
      hint={hints.filter(Boolean).join(" ")}
      grouped={grouped}
      error={issue && issueText(t, label, field, issue)}
    >
      {(control) => (
        <>
          <Input
            {...control}
            name={field}
            rule={rule}
            value={value}
            onChange={onChange}
            required={rule.required && !translated}
            lang={rule.localized ? lang : undefined}
            placeholder={follows ? fallback : undefined}
          />
          {follows && rule.kind !== "html" && <StartFrom text={fallback} value={value} onStart={onChange} />}
        </>
      )}
    </Field>
  );
}
