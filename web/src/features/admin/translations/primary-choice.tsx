import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { errorCode } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { type Lang, langs } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { usePrimary } from "../form/use-primary";
import { storeLanguage } from "../frame/stored-language";
import { useAuth } from "../sign-in/auth";
import { Segmented } from "../ui/segmented";
import { toastAction } from "../ui/toast-action";

/** The language the owner writes in. The app may be in another language; one more click changes that, too. */
export function PrimaryChoice() {
  const { lang: own, t } = useLanguage();
  const id = useId();
  const primary = usePrimary();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const choose = useMutation({
    mutationFn: (lang: Lang) =>
      keepSession(async () => {
        const { revision } = await queries.fetchQuery({ ...storedSiteQuery, staleTime: 0 });
        return saveSite({ revision, site: { primaryLanguage: lang } });
      }),
    onSuccess: (saved, lang) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      const language = t(`field.primaryLanguage.option.${lang}`);
      const both = toastAction(t("primary.app", { language }), () => storeLanguage(lang));
      toast({ title: t("primary.chosen", { language }), action: own === lang ? undefined : both });
    },
    onError: (error) =>
      toast({
        title: t("toast.error"),
        description: t.first([`error.${errorCode(error)}`, "error.internal"]),
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: siteKey }),
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
