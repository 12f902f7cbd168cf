import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { itemsQuery } from "../../../api/collections";
import type { CollectionKey, FieldKey } from "../../../api/types";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { editItemPath, editPath } from "../../../paths";
import { managerOf, traitsOf } from "../collections";
import { Pending } from "../frame/pending";
import { screenKeys, screens } from "../screens";
import { More } from "../ui/more";
import { textOf } from "../values/item-text";
import { numberText } from "../values/number-text";
import { percent, type Tally } from "./completeness";
import { OfferedChoice } from "./offered-choice";
import { PrimaryChoice } from "./primary-choice";
import { useTallies } from "./use-tallies";

export function Translations() {
  const { tallies, error, retry } = useTallies();
  if (!tallies) return <Pending query={{ error, refetch: retry }} />;
  return (
    <>
      <div className="grid gap-6 rounded-card border border-line bg-white p-5">
        <PrimaryChoice />
        <OfferedChoice />
      </div>
      {tallies.map((tally) => (
        <LanguageCard key={tally.lang} tally={tally} />
      ))}
    </>
  );
}

function LanguageCard({ tally }: { tally: Tally }) {
  const t = useT();
  const { lang, done, total } = tally;
  return (
    <section aria-labelledby={`language-${lang}`} className="grid gap-3 rounded-card border border-line bg-white p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={`language-${lang}`} lang={lang} className="text-lg font-bold">
          {t(`language.${lang}`)}
        </h2>
        <p className="font-semibold tabular-nums">{percent(tally)}%</p>
      </div>
      <progress
        aria-labelledby={`language-${lang}`}
        value={done}
        max={Math.max(total, 1)}
        className="meter h-2 w-full"
      />
      {done === total ? (
        <p className="text-muted">{t("translations.complete")}</p>
      ) : (
        <>
          <p className="text-muted">{t("translations.missing", { count: numberText(lang, total - done) })}</p>
          <ul className="-mx-2 divide-y divide-line">
            {tally.fields.map((field) => (
              <li key={field}>
                <Link to={`${editPath(screenOf(field))}?lang=${lang}`} className={gapLook}>
                  {t.first([`field.${field}.label`])}
                </Link>
              </li>
            ))}
          </ul>
          {tally.lists.map((collection) => (
            <ListGaps key={collection} collection={collection} lang={lang} />
          ))}
        </>
      )}
    </section>
  );
}

const gapLook = "flex min-h-11 items-center rounded-well px-2 py-1.5 wrap-anywhere underline hover:bg-ivory";

const screenOf = (field: FieldKey) => screenKeys.find((key) => screens[key].fields.includes(field)) ?? "";

function ListGaps({ collection, lang }: { collection: CollectionKey; lang: Lang }) {
  const t = useT();
  const list = useInfiniteQuery(itemsQuery(collection, { missing: lang }));
  const name = managerOf[collection];
  return (
    <>
      <ul className="-mx-2 divide-y divide-line">
        {list.data?.pages.flatMap(({ items }) =>
          items.map((item) => (
            <li key={item.id}>
              <Link to={`${editItemPath(name, item.id)}&lang=${lang}`} className={gapLook}>
                {t(`manager.${name}.title`)}: {textOf(item, traitsOf(collection).title, "en")}
              </Link>
            </li>
          )),
        )}
      </ul>
      <More list={list} />
    </>
  );
}
