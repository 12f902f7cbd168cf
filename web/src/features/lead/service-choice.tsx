import { useT } from "../../i18n/language";

type Props = { services: readonly string[]; isChosen: (title: string) => boolean };

export function ServiceChoice({ services, isChosen }: Props) {
  const t = useT();
  if (services.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t("services.quote.services")}</legend>
      <div className="flex flex-wrap gap-2">
        {services.map((title) => (
          <label key={title} className="choice px-4 py-2">
            <input type="checkbox" name="services" value={title} defaultChecked={isChosen(title)} />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
