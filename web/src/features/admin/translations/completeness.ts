import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey, ItemCounts, StoredSite } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { collectionKeys } from "../collections";
import { readPath } from "../values/at-path";
import { primaryFirst, primaryOf } from "../values/primary";

export type Counts = Record<CollectionKey, ItemCounts>;

/** What readers of a language see in another one: some fields, and something of some lists. */
export type Tally = { lang: Lang; done: number; total: number; fields: FieldKey[]; lists: CollectionKey[] };

/** What the owner wrote of a field in a language. */
const writtenIn = ({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string =>
  lang === baseLang ? readPath(site, fields[key].path) : readPath(translations, `${lang}.${key}`);

/** Words of the owner's own; those that came with the program are its to translate. */
function ownFields(stored: StoredSite): FieldKey[] {
  return (Object.keys(fields) as FieldKey[]).filter((key) => {
    const { localized, default: given } = fields[key];
    const base = writtenIn(stored, key, baseLang);
    return localized && base !== given && (base !== "" || langs.some((lang) => writtenIn(stored, key, lang)));
  });
}

function tallyOf(lang: Lang, stored: StoredSite, counts: Counts): Tally {
  const texts = ownFields(stored);
  const open = texts.filter((key) => !writtenIn(stored, key, lang));
  const missing = (key: CollectionKey) => counts[key].missing[lang] ?? 0;
  const sum = (of: (key: CollectionKey) => number) => collectionKeys.reduce((sum, key) => sum + of(key), 0);
  const total = texts.length + sum((key) => counts[key].total);
  const done = total - open.length - sum(missing);
  return { lang, total, done, fields: open, lists: collectionKeys.filter((key) => missing(key) > 0) };
}

/** How much of what the owner wrote there is in each other language, and in their own where that lacks something. */
export function talliesOf(stored: StoredSite, counts: Counts): Tally[] {
  const primary = primaryOf(stored);
  return primaryFirst(primary)
    .map((lang) => tallyOf(lang, stored, counts))
    .filter(({ lang, done, total }) => lang !== primary || done < total);
}

/** Never 100 while something is missing. */
export function percent({ done, total }: Pick<Tally, "done" | "total">): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}
