import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { shownSiteQuery, wordsQuery } from "../../../api/queries";
import type { FieldKey, Site } from "../../../api/types";
import { LanguageProvider, useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { PhoneFrame } from "../ui/phone-frame";
import { type Texts, withTexts } from "../values/texts";

/** A part of the public page; `Note` says about it what the picture does not. */
export type Preview = {
  Page: ComponentType<{ site: Site }>;
  Note?: ComponentType<{ site: Site; lang: Lang }>;
};

type Props = { texts: Texts; keys: readonly FieldKey[]; lang: Lang; preview: Preview };

/** The site as readers of a language would see it with what is typed, before it is saved. */
export function DraftPreview({ texts, keys, lang, preview: { Page, Note } }: Props) {
  const t = useT();
  const shown = useQuery(shownSiteQuery(lang)).data?.site;
  const words = useQuery(wordsQuery(lang)).data;
  if (!shown || !words) return null;
  const site = withTexts(shown, texts, keys, lang, words);
  return (
    <section aria-labelledby="preview" className="grid gap-4">
      <h2 id="preview" className="font-semibold">
        {t("admin.livePreview")}
      </h2>
      {Note && <Note site={site} lang={lang} />}
      <LanguageProvider lang={lang} words={words}>
        <div lang={lang}>
          <PhoneFrame>
            <Page site={site} />
          </PhoneFrame>
        </div>
      </LanguageProvider>
    </section>
  );
}
