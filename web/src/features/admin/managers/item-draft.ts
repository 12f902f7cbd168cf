import type { CollectionKey, Item, ItemChanges, ItemValues } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { type ItemRule, isWritingOf, kindIn, type Manager, mustBeTranslated, rulesOf, traitsOf } from "../collections";
import type { Base, DraftIssue, Form } from "../draft/draft";
import { writePath } from "../values/at-path";
import { today } from "../values/days";
import { isBlank } from "../values/refusal";
import { joinTags, parseTags } from "../values/tags";
import { differing, noTexts, type Place, placesOf, type Texts } from "../values/texts";
import type { Rule } from "../values/validate";

/** Whether the public may see it stands among the texts of the base language; what is empty means no. */
export const published = "published";
export const isPublished = (texts: Texts) => texts[baseLang][published] !== "";
export const publishedText = (is: boolean) => (is ? "yes" : "");

const publishedRule: Rule = { kind: "text", min: 0, max: 3, required: false };

const fieldsOf = (collection: CollectionKey, kind: string) =>
  rulesOf(collection, kind).map(([key, rule]) => ({ key, rule, localized: rule.localized }));

export const formOf = (collection: CollectionKey, kind = ""): Form => [
  ...fieldsOf(collection, kind),
  { key: published, rule: publishedRule, localized: false },
];

/** A stored value as it stands in its input. */
export const typedText = (value: ItemValues[string] | undefined): string =>
  Array.isArray(value) ? joinTags(value) : (value ?? "");

export function baseOf(collection: CollectionKey, item: Item): Base {
  const texts = noTexts();
  for (const { key, lang } of placesOf(fieldsOf(collection, kindIn(collection, item.values)))) {
    texts[lang][key] = typedText((lang === baseLang ? item.values : item.translations[lang])?.[key]);
  }
  texts[baseLang][published] = publishedText(item.published);
  return { revision: item.revision, texts };
}

const defaults: Partial<Record<ItemRule["kind"], () => string>> = { date: today, month: () => today().slice(0, 7) };

/** A new item before anything is typed. */
export function newBase({ collection, signedBy }: Manager, author: string, kind = ""): Base {
  const texts = noTexts();
  for (const { key, rule, lang } of placesOf(fieldsOf(collection, kind))) {
    texts[lang][key] = lang === baseLang ? rule.default || (defaults[rule.kind]?.() ?? "") : "";
  }
  if (kind) texts[baseLang][traitsOf(collection).kind] = kind;
  texts[baseLang][published] = publishedText(!isWritingOf(collection));
  return { revision: 0, texts: signed(signedBy, texts, author) };
}

/** What nobody signed is signed by who is signed in. */
export function signed(signedBy: Manager["signedBy"], texts: Texts, author: string): Texts {
  if (!signedBy || texts[baseLang][signedBy]?.trim()) return texts;
  return { ...texts, [baseLang]: { ...texts[baseLang], [signedBy]: author } };
}

/** The language that has a text where the base language was refused for having none; the one in sight comes first. */
export function lenderOf(texts: Texts, issues: readonly DraftIssue[], lang: Lang): Lang | undefined {
  const missing = issues.filter((issue) => issue.lang === baseLang && !texts[baseLang][issue.field]?.trim());
  return [lang, ...langs].find((code) => code !== baseLang && missing.some(({ field }) => texts[code][field]?.trim()));
}

/** The texts with those of a language where the base language has none. */
export function lent(collection: CollectionKey, texts: Texts, from: Lang): Texts {
  const base = { ...texts[baseLang] };
  for (const { key, rule, localized } of fieldsOf(collection, kindIn(collection, base))) {
    if (localized && isBlank(rule, base[key])) base[key] = texts[from][key] ?? "";
  }
  return { ...texts, [baseLang]: base };
}

/** What is public or not. */
export const withPublished = (texts: Texts, is: boolean): Texts => ({
  ...texts,
  [baseLang]: { ...texts[baseLang], [published]: publishedText(is) },
});

/** What makes an item say what is typed in these places. */
export function changesOf(places: readonly Place[], texts: Texts): ItemChanges {
  return places.reduce<ItemChanges>((changes, { key, lang, rule }) => {
    if (key === published) return writePath(changes, published, isPublished(texts));
    const text = texts[lang][key] ?? "";
    const path = lang === baseLang ? `values.${key}` : `translations.${lang}.${key}`;
    return writePath(changes, path, rule.kind === "tags" ? parseTags(text) : text);
  }, {});
}

/** What makes an item that says the one say the other. */
export const changesFrom = (collection: CollectionKey, before: Texts, after: Texts): ItemChanges =>
  changesOf(differing(placesOf(formOf(collection, kindIn(collection, after[baseLang]))), after, before), after);

export const creationOf = (collection: CollectionKey, texts: Texts): ItemChanges => ({
  ...changesFrom(collection, noTexts(), texts),
  published: isPublished(texts),
});

/** Whether any text is in a language by itself. */
export const isBegun = (manager: Manager, texts: Texts, lang: Lang): boolean =>
  rulesOf(manager.collection).some(([field, rule]) => mustBeTranslated(rule) && texts[lang][field]?.trim());

/** Whether readers of a language get the texts in it, and not those of the base language. */
export function isWritten(manager: Manager, texts: Texts, lang: Lang): boolean {
  const told = rulesOf(manager.collection).filter(
    ([field, rule]) => mustBeTranslated(rule) && texts[baseLang][field]?.trim(),
  );
  return told.length > 0 && told.every(([field]) => texts[lang][field]?.trim());
}

/** What readers of a language see: their text, else the base text. */
export function shownTexts(manager: Manager, texts: Texts, lang: Lang): Texts[Lang] {
  const base = texts[baseLang];
  if (shownLang(manager, texts, lang) === baseLang) return base;
  const rules = Object.fromEntries(rulesOf(manager.collection));
  const fallback = (field: string, text: string) => (rules[field]?.made && lang !== baseLang ? "" : text);
  return Object.fromEntries(
    Object.entries(base).map(([field, text]) => [field, texts[lang][field]?.trim() || fallback(field, text)]),
  );
}

/** The language the texts shown to readers of a language are really in. */
export function shownLang(manager: Manager, texts: Texts, lang: Lang): Lang {
  const falls = traitsOf(manager.collection).whole && isBegun(manager, texts, baseLang);
  return falls && !isWritten(manager, texts, lang) ? baseLang : lang;
}
