import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey, ItemCounts, StoredSite } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { collectionKeys } from "../collections";
import { readPath } from "../values/at-path";
import { offeredOf, primaryOf } from "../values/primary";

export type Counts = Record<CollectionKey, ItemCounts>;

/** The translation state of a language, with the fields and lists that lack something. */
export type Tally = { lang: Lang; done: number; total: number; fields: FieldKey[]; lists: CollectionKey[] };

/** The owner's text of a field in a language. */
const writtenIn = ({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string =>
  lang === baseLang ? readPath(site, fields[key].path) : readPath(translations, `${lang}.${key}`);

/** The fields with the owner's texts; built-in texts are translated by the program. */
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

/** The translation state of each other language, and of the owner's language if it lacks something. */
export function talliesOf(stored: StoredSite, counts: Counts): Tally[] {
  const primary = primaryOf(stored);
  return offeredOf(stored)
    .map((lang) => tallyOf(lang, stored, counts))
    .filter(({ lang, done, total }) => lang !== primary || done < total);
}

/** Rounded down, so that it is never 100 while something is missing. */
export function percent({ done, total }: Pick<Tally, "done" | "total">): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}
