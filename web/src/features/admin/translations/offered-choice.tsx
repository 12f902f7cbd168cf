import { useT } from "../../../i18n/language";
import { langs } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { useOffered, usePrimary } from "../form/use-primary";
import { useChoice } from "./use-choice";

/** The languages of the public pages. The one the owner writes in is always among them. */
export function OfferedChoice() {
  const t = useT();
  const primary = usePrimary();
  const offered = useOffered();
  const choose = useChoice("languages", () => toast({ title: t("toast.success") }));
  const shown = choose.isPending ? choose.variables.split(",") : offered;
  return (
    <fieldset inert={choose.isPending} className="grid gap-2">
      <legend className="mb-2 font-semibold">{t("field.languages.label")}</legend>
      {langs.map((code) => (
        <label key={code} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            role="switch"
            className="switch"
            disabled={code === primary}
            aria-checked={code === primary || shown.includes(code)}
            checked={code === primary || shown.includes(code)}
            onChange={({ target: { checked } }) =>
              choose.mutate(
                langs
                  .filter((lang) => lang === primary || (lang === code ? checked : offered.includes(lang)))
                  .join(","),
              )
            }
          />
          <span lang={code}>{t(`language.${code}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
