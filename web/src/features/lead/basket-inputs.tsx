import type { Form } from "../../api/types";
import { useT } from "../../i18n/language";
import { Field } from "../../ui/field";
import { fieldLook } from "../../ui/text-input";
import { issueText } from "./issues";

type Props = { items: NonNullable<Form["items"]>; issues: Form["issues"] };

/** The basket in a form without script: how many of each; 0 takes one out. */
export function BasketInputs({ items, issues }: Props) {
  const t = useT();
  return (
    <fieldset className="divide-y divide-line rounded-card border border-line bg-ivory px-4">
      <legend className="sr-only">{t("basket.asking")}</legend>
      {items.map(({ id, title, unit, price, quantity, seen }) => {
        const name = `quantity:${id}`;
        const issue = issues.find(({ field }) => field === name);
        return (
          <div key={id} className="py-2.5">
            <input type="hidden" name="item" value={id} />
            <input type="hidden" name={`seen:${id}`} value={seen} />
            <Field label={t("basket.quantity", { title })} bare error={issue && issueText(t, issue)}>
              {(control) => (
                <span className="flex items-center justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">
                    <span className="font-semibold">{title}</span>
                    <span className="block text-sm text-muted">{[price, unit].filter(Boolean).join(" · ")}</span>
                  </span>
                  <span className="w-18 shrink-0">
                    <input
                      {...control}
                      name={name}
                      defaultValue={quantity}
                      inputMode="numeric"
                      autoComplete="off"
                      className={fieldLook}
                    />
                  </span>
                </span>
              )}
            </Field>
          </div>
        );
      })}
    </fieldset>
  );
}
