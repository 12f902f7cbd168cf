import { useId } from "react";
import { useLanguage } from "../../../i18n/language";
import { type Lang, langs } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { usePrimary } from "../form/use-primary";
import { storeLanguage } from "../frame/stored-language";
import { Segmented } from "../ui/segmented";
import { toastAction } from "../ui/toast-action";
import { useChoice } from "./use-choice";

/** The language the owner writes in. The app may be in another language; one more click changes that, too. */
export function PrimaryChoice() {
  const { lang: own, t } = useLanguage();
  const id = useId();
  const primary = usePrimary();
  const choose = useChoice<Lang>("primaryLanguage", (lang) => {
    const language = t(`field.primaryLanguage.option.${lang}`);
    const both = toastAction(t("primary.app", { language }), () => storeLanguage(lang));
    toast({ title: t("primary.chosen", { language }), action: own === lang ? undefined : both });
  });
  const shown = choose.isPending ? choose.variables : primary;
  return (
    <div className="grid gap-2" inert={choose.isPending}>
      <p aria-hidden="true" className="font-semibold">
        {t("primary.label")}
      </p>
      <Segmented
        label={t("primary.label")}
        name={`primary-language-${id}`}
        value={shown}
        options={langs.map((lang) => ({ value: lang, lang, content: t(`language.${lang}`) }))}
        onChange={(lang) => choose.mutate(lang)}
      />
      <p className="text-sm text-muted">
        {t(primary === "en" ? "primary.note" : "primary.note.other", {
          language: t(`field.primaryLanguage.option.${primary}`),
        })}
      </p>
    </div>
  );
}
