import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import { previewQuery, wordsQuery } from "../../../api/queries";
import { LanguageProvider, useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { type ItemField, kindIn, type Manager, rulesOf } from "../collections";
import { usePrimary } from "../form/use-primary";
import { useSettled } from "../form/use-settled";
import { LivePage } from "../frame/live-page";
import type { Preview } from "../screens";
import { PhoneFrame } from "../ui/phone-frame";
import { ScrollBox } from "../ui/scroll-box";
import { placesOf, type Texts } from "../values/texts";
import { changesOf, formOf, shownLang, shownTexts } from "./item-draft";
import { useTidyHtml } from "./use-tidy-html";

/** An item as readers of a language would see it. Lists are still in their typed form. */
export type ShownItem = { id: string; lang: Lang; texts: Readonly<Partial<Record<ItemField, string>>> };

/** How an item is previewed: rendered by a function, or as part of a page; undefined: no preview. */
export type ItemPreviewOf = ((item: ShownItem) => ReactNode) | { path: Preview["path"] } | undefined;

type Props = { manager: Manager; id: string; texts: Texts; lang: Lang; of: ItemPreviewOf };

export function ItemPreview({ of, ...props }: Props) {
  if (!of) return null;
  return typeof of === "function" ? <Drawn {...props} show={of} /> : <OnPage {...props} path={of.path} />;
}

const settledMs = 250;

/** The public page as readers of a language would see it with this item saved. */
function OnPage({ manager, id, texts, lang, path }: Omit<Props, "of"> & { path: Preview["path"] }) {
  const t = useT();
  const kind = kindIn(manager.collection, texts[baseLang]);
  const block = { ...(id ? { id } : {}), ...changesOf(placesOf(formOf(manager.collection, kind)), texts) };
  const settled = useSettled(JSON.stringify({ block }), settledMs);
  const page = useQuery(previewQuery({ path, lang }, JSON.parse(settled))).data;
  const { address, video } = texts[baseLang];
  return (
    <section aria-labelledby="preview" className="max-lg:h-full">
      <h2 id="preview" className="mb-3 font-semibold max-lg:sr-only">
        {t("admin.livePreview")}
      </h2>
      <LivePage path={path} part={`[href=${JSON.stringify(address || video || "")}]`} page={page} />
    </section>
  );
}

type DrawnProps = Omit<Props, "of"> & { show: (item: ShownItem) => ReactNode };

function Drawn({ manager, id, texts: typed, lang, show }: DrawnProps) {
  const t = useT();
  const texts = useDeferredValue(typed);
  const words = useQuery(wordsQuery(lang)).data;
  const primary = usePrimary();
  const rules = rulesOf(manager.collection);
  const tidyHtml = useTidyHtml(rules.some(([, { kind }]) => kind === "html"));
  if (!words) return null;
  const shown = { ...shownTexts(manager, texts, lang, primary) };
  // Typed HTML has not passed the server's allow-list yet. The editor's schema is just as strict.
  for (const [field, { kind }] of rules) {
    if (kind === "html") shown[field] = tidyHtml?.(shown[field] ?? "") ?? "";
  }
  return (
    <section aria-labelledby="preview" className="max-lg:h-full">
      <h2 id="preview" className="mb-3 font-semibold max-lg:sr-only">
        {t("admin.livePreview")}
      </h2>
      <LanguageProvider lang={lang} words={words}>
        <ScrollBox
          lang={lang}
          className="rounded-card max-lg:h-full max-lg:overflow-y-auto xl:max-h-[80svh] xl:overflow-y-auto"
        >
          <PhoneFrame>
            <div inert aria-hidden="true" className="px-5 py-8 [zoom:0.7]">
              {show({ id, lang: shownLang(manager, texts, lang, primary), texts: shown })}
            </div>
          </PhoneFrame>
        </ScrollBox>
      </LanguageProvider>
    </section>
  );
}
