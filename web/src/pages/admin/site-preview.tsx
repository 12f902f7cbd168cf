import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shownSiteQuery, wordsQuery } from "../../api/queries";
import { PhoneFrame } from "../../features/admin/ui/phone-frame";
import { Segmented } from "../../features/admin/ui/segmented";
import { LanguageProvider, useLanguage } from "../../i18n/language";
import { type Lang, langs } from "../../lib/lang";
import { previews } from "./previews";

/** The home page as visitors see it now, in the language the owner picks. */
export function SitePreview() {
  const { lang: ownLang, t } = useLanguage();
  const [lang, setLang] = useState<Lang>(ownLang);
  const site = useQuery(shownSiteQuery(lang)).data?.site;
  const words = useQuery(wordsQuery(lang)).data;
  if (!site || !words) return null;
  const { header, actions, contact } = previews;
  return (
    <section aria-labelledby="preview" className="grid gap-4">
      <h2 id="preview" className="font-semibold">
        {t("admin.livePreview")}
      </h2>
      <LanguageProvider lang={lang} words={words}>
        <div lang={lang}>
          <PhoneFrame>
            <div className="grid gap-8">
              {[header, actions, contact].map(({ Page }) => (
                <Page key={Page.name} site={site} />
              ))}
            </div>
          </PhoneFrame>
        </div>
      </LanguageProvider>
      <Segmented
        label={t("language.menu")}
        name="preview-language"
        value={lang}
        options={langs.map((code) => ({ value: code, lang: code, content: t(`language.${code}`) }))}
        onChange={setLang}
      />
    </section>
  );
}
