import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { wordsQuery } from "../../../api/queries";
import { LanguageProvider, useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { type ItemField, type Manager, rulesOf } from "../collections";
import { PhoneFrame } from "../ui/phone-frame";
import { ScrollBox } from "../ui/scroll-box";
import type { Texts } from "../values/texts";
import { shownLang, shownTexts } from "./item-draft";
import { useTidyHtml } from "./use-tidy-html";

/** An item as readers of a language would see it, its lists still as they are typed. */
export type ShownItem = { id: string; lang: Lang; texts: Readonly<Partial<Record<ItemField, string>>> };

type Props = { manager: Manager; id: string; texts: Texts; lang: Lang; show: (item: ShownItem) => ReactNode };

export function ItemPreview({ manager, id, texts: typed, lang, show }: Props) {
  const t = useT();
  const texts = useDeferredValue(typed);
  const words = useQuery(wordsQuery(lang)).data;
  const rules = rulesOf(manager.collection);
  const tidyHtml = useTidyHtml(rules.some(([, { kind }]) => kind === "html"));
  if (!words) return null;
  const shown = { ...shownTexts(manager, texts, lang) };
  // What is typed has not met the server's allow-list yet; the editor's schema is just as narrow.
  for (const [field, { kind }] of rules) {
    if (kind === "html") shown[field] = tidyHtml?.(shown[field] ?? "") ?? "";
  }
  return (
    <section aria-labelledby="preview" className="xl:sticky xl:top-5">
      <h2 id="preview" className="mb-3 font-semibold">
        {t("admin.livePreview")}
      </h2>
      <LanguageProvider lang={lang} words={words}>
        <ScrollBox lang={lang} className="rounded-card xl:max-h-[80svh] xl:overflow-y-auto">
          <PhoneFrame>
            <div inert aria-hidden="true" className="px-5 py-8 [zoom:0.7]">
              {show({ id, lang: shownLang(manager, texts, lang), texts: shown })}
            </div>
          </PhoneFrame>
        </ScrollBox>
      </LanguageProvider>
    </section>
  );
}
