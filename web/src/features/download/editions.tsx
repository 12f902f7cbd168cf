import { useT } from "../../i18n/language";

const editions = ["standard", "professional", "enterprise"] as const;
const chosen = "standard";

/** The choice is only for the visitor: nothing is sent and nothing depends on it. */
export function Editions() {
  const t = useT();
  return (
    <fieldset className="print:hidden">
      <legend className="eyebrow mb-3">{t("download.options")}</legend>
      <div className="grid gap-2.5">
        {editions.map((edition) => (
          <label key={edition} className="choice p-3.5">
            <input type="radio" name="edition" value={edition} defaultChecked={edition === chosen} />
            <span className="min-w-0 font-semibold">
              {t(`download.edition.${edition}`)}
              <span className="block text-sm font-normal text-muted">
                {t(`download.edition.${edition}.description`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
