import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey, ItemCounts, StoredSite } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { collectionKeys } from "../collections";
import { readPath } from "../values/at-path";

export type Counts = Record<CollectionKey, ItemCounts>;

/** What readers of a language see in the base language: some fields, and something of some lists. */
export type Tally = { lang: Lang; done: number; total: number; fields: FieldKey[]; lists: CollectionKey[] };

/** Words of the owner's own; those that came with the program are its to translate. */
function ownFields({ site }: StoredSite): FieldKey[] {
  return (Object.keys(fields) as FieldKey[]).filter((key) => {
    const { path, localized, default: given } = fields[key];
    const text = readPath(site, path);
    return localized && text !== "" && text !== given;
  });
}

function tallyOf(lang: Lang, stored: StoredSite, counts: Counts): Tally {
  const texts = ownFields(stored);
  const open = texts.filter((key) => !readPath(stored.translations, `${lang}.${key}`));
  const missing = (key: CollectionKey) => counts[key].missing[lang] ?? 0;
  const sum = (of: (key: CollectionKey) => number) => collectionKeys.reduce((sum, key) => sum + of(key), 0);
  const total = texts.length + sum((key) => counts[key].total);
  const done = total - open.length - sum(missing);
  return { lang, total, done, fields: open, lists: collectionKeys.filter((key) => missing(key) > 0) };
}

/** How much of what the owner wrote there is in each other language. */
export function talliesOf(stored: StoredSite, counts: Counts): Tally[] {
  return langs.filter((lang) => lang !== baseLang).map((lang) => tallyOf(lang, stored, counts));
}

/** Never 100 while something is missing. */
export function percent({ done, total }: Pick<Tally, "done" | "total">): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}
