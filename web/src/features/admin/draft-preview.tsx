import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownSiteQuery, wordsQuery } from "../../api/queries";
import type { Site } from "../../api/types";
import { LanguageProvider, useT } from "../../i18n/language";
import type { Lang } from "../../lib/lang";
import { PhoneFrame } from "../../ui/phone-frame";
import { type Draft, withDraft } from "./draft";
import type { EditableField } from "./screens";

type Props = {
  draft: Draft;
  keys: readonly EditableField[];
  lang: Lang;
  children: (site: Site) => ReactNode;
};

/** The site as readers of a language would see it with what is typed, before it is saved. */
export function DraftPreview({ draft, keys, lang, children }: Props) {
  const t = useT();
  const site = useQuery(shownSiteQuery(lang)).data?.site;
  const words = useQuery(wordsQuery(lang)).data;
  if (!site || !words) return null;
  return (
    <section aria-labelledby="preview" lang={lang}>
      <h2 id="preview" className="mb-3 font-semibold">
        {t("admin.livePreview")}
      </h2>
      <LanguageProvider lang={lang} words={words}>
        <PhoneFrame>{children(withDraft(site, draft, keys, lang, words))}</PhoneFrame>
      </LanguageProvider>
    </section>
  );
}
