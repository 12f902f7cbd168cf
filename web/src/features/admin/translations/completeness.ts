import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey, Item, StoredSite } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { mustBeTranslated, rulesOf } from "../collections";
import { readPath } from "../values/at-path";

export type Lists = Partial<Record<CollectionKey, readonly Item[]>>;

/** Something readers of a language see in the base language. */
export type Gap = { field: FieldKey } | { collection: CollectionKey; item: Item };

export type Tally = { lang: Lang; done: number; total: number; gaps: Gap[] };

/** Words of the owner's own; those that came with the program are its to translate. */
function ownFields({ site }: StoredSite): FieldKey[] {
  return (Object.keys(fields) as FieldKey[]).filter((key) => {
    const { path, localized, default: given } = fields[key];
    const text = readPath(site, path);
    return localized && text !== "" && text !== given;
  });
}

const written = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function isTranslated({ values, translations }: Item, collection: CollectionKey, lang: Lang): boolean {
  const own: Readonly<Record<string, unknown>> = translations[lang] ?? {};
  return rulesOf(collection)
    .filter(([key, rule]) => mustBeTranslated(rule) && written(values[key]))
    .every(([key]) => written(own[key]));
}

function tallyOf(lang: Lang, stored: StoredSite, lists: Lists): Tally {
  const texts = ownFields(stored);
  const items = (Object.entries(lists) as [CollectionKey, readonly Item[]][]).flatMap(([collection, items]) =>
    items.map((item) => ({ collection, item })),
  );
  const gaps: Gap[] = [
    ...texts.filter((key) => !readPath(stored.translations, `${lang}.${key}`)).map((field) => ({ field })),
    ...items.filter(({ collection, item }) => !isTranslated(item, collection, lang)),
  ];
  const total = texts.length + items.length;
  return { lang, total, done: total - gaps.length, gaps };
}

/** How much of what the owner wrote there is in each other language. */
export function talliesOf(stored: StoredSite, lists: Lists): Tally[] {
  return langs.filter((lang) => lang !== baseLang).map((lang) => tallyOf(lang, stored, lists));
}

/** Never 100 while something is missing. */
export function percent({ done, total }: Pick<Tally, "done" | "total">): number {
  return total === 0 ? 100 : Math.floor((done / total) * 100);
}
