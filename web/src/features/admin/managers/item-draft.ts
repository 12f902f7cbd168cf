import type { CollectionKey, Item, ItemChanges } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import {
  type ItemField,
  type ItemRule,
  isWritingOf,
  kindIn,
  type Manager,
  mustBeTranslated,
  rulesOf,
  traitsOf,
} from "../collections";
import type { Base, Form } from "../draft/draft";
import { writePath } from "../values/at-path";
import { today } from "../values/days";
import { typedText } from "../values/item-text";
import { parseTags } from "../values/tags";
import { differing, noTexts, type Place, placesOf, type Texts } from "../values/texts";
import type { Rule } from "../values/validate";

/** The published flag is stored among the base-language texts; empty means unpublished. */
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

export function baseOf(collection: CollectionKey, item: Item): Base {
  const texts = noTexts();
  for (const { key, lang } of placesOf(fieldsOf(collection, kindIn(collection, item.values)))) {
    texts[lang][key] = typedText((lang === baseLang ? item.values : item.translations[lang])?.[key]);
  }
  texts[baseLang][published] = publishedText(item.published);
  return { revision: item.revision, texts };
}

const defaults: Partial<Record<ItemRule["kind"], () => string>> = { date: today, month: () => today().slice(0, 7) };

/** The base of a new item, with its defaults. */
export function newBase({ collection, signedBy }: Manager, author: string, kind = ""): Base {
  const texts = noTexts();
  for (const { key, rule, lang } of placesOf(fieldsOf(collection, kind))) {
    texts[lang][key] = lang === baseLang ? rule.default || (defaults[rule.kind]?.() ?? "") : "";
  }
  if (kind) texts[baseLang][traitsOf(collection).kind] = kind;
  texts[baseLang][published] = publishedText(!isWritingOf(collection));
  return { revision: 0, texts: signed(signedBy, texts, author) };
}

/** Fills an empty author field with the signed-in owner's name. */
export function signed(signedBy: Manager["signedBy"], texts: Texts, author: string): Texts {
  if (!signedBy || texts[baseLang][signedBy]?.trim()) return texts;
  return { ...texts, [baseLang]: { ...texts[baseLang], [signedBy]: author } };
}

/** The texts with the published flag set. */
export const withPublished = (texts: Texts, is: boolean): Texts => ({
  ...texts,
  [baseLang]: { ...texts[baseLang], [published]: publishedText(is) },
});

/** The change that stores the texts of these places. */
export function changesOf(places: readonly Place[], texts: Texts): ItemChanges {
  return places.reduce<ItemChanges>((changes, { key, lang, rule }) => {
    if (key === published) return writePath(changes, published, isPublished(texts));
    const text = texts[lang][key] ?? "";
    const path = lang === baseLang ? `values.${key}` : `translations.${lang}.${key}`;
    return writePath(changes, path, rule.kind === "tags" ? parseTags(text) : text);
  }, {});
}

/** The change that turns one set of texts into the other. */
export const changesFrom = (collection: CollectionKey, before: Texts, after: Texts): ItemChanges =>
  changesOf(differing(placesOf(formOf(collection, kindIn(collection, after[baseLang]))), after, before), after);

export const creationOf = (collection: CollectionKey, texts: Texts): ItemChanges => ({
  ...changesFrom(collection, noTexts(), texts),
  published: isPublished(texts),
});

/** Whether a language has any text of its own. */
export const isBegun = (manager: Manager, texts: Texts, lang: Lang): boolean =>
  rulesOf(manager.collection).some(([field, rule]) => mustBeTranslated(rule) && texts[lang][field]?.trim());

const saidIn = (texts: Texts, field: string, lang: Lang) => texts[lang][field]?.trim() ?? "";

/** Returns whether a field is required for an item of this kind. */
function isNeeded(collection: CollectionKey, texts: Texts) {
  const rules = Object.fromEntries(rulesOf(collection, kindIn(collection, texts[baseLang])));
  return (field: string) => rules[field]?.required === true;
}

/**
 * The fallback language for texts that the base language lacks: the owner's language or, if neither of the two has a
 * title, a language that has one.
 */
function secondOf({ collection }: Manager, texts: Texts, primary: Lang): Lang {
  const { title } = traitsOf(collection);
  if (!isNeeded(collection, texts)(title)) return primary;
  const titled = [baseLang, primary, ...langs].find((code) => saidIn(texts, title, code));
  return titled && titled !== baseLang ? titled : primary;
}

/**
 * The fields that need a translation: written in the base language or its fallback. A required field counts if any
 * language has it.
 */
function translatable(manager: Manager, texts: Texts, primary: Lang): ItemField[] {
  const second = secondOf(manager, texts, primary);
  const needed = isNeeded(manager.collection, texts);
  return rulesOf(manager.collection).flatMap(([field, rule]) => {
    const from = needed(field) ? langs : [baseLang, second];
    return mustBeTranslated(rule) && from.some((code) => saidIn(texts, field, code)) ? [field] : [];
  });
}

/** The languages whose readers see some texts in another language. */
export function missingIn(manager: Manager, texts: Texts, primary: Lang): Lang[] {
  const fields = translatable(manager, texts, primary);
  return langs.filter((lang) => fields.some((field) => !saidIn(texts, field, lang)));
}

/** Whether readers of a language see all texts in it. */
export const isWritten = (manager: Manager, texts: Texts, lang: Lang, primary = baseLang): boolean =>
  translatable(manager, texts, primary).length > 0 && !missingIn(manager, texts, primary).includes(lang);

/** The fallback order of languages for readers of one, best first. */
function orderOf(manager: Manager, texts: Texts, lang: Lang, primary: Lang): Lang[] {
  const second = secondOf(manager, texts, primary);
  const isThere = (code: Lang) => isWritten(manager, texts, code, primary);
  const falls = traitsOf(manager.collection).whole && translatable(manager, texts, primary).length > 0;
  if (!falls || isThere(lang)) return [lang, baseLang, second];
  const whole = [baseLang, second, ...langs].find(isThere);
  return whole ? [whole, baseLang, second] : [baseLang, second];
}

/**
 * What readers of a language see: their text, else the base text, else that of the fallback language. A required field
 * falls back to any language that has it.
 */
export function shownTexts(manager: Manager, texts: Texts, lang: Lang, primary = baseLang): Texts[Lang] {
  const order = orderOf(manager, texts, lang, primary);
  const rules = Object.fromEntries(rulesOf(manager.collection));
  // A derived text is built from texts of the same language, so it does not fall back.
  const needed = isNeeded(manager.collection, texts);
  const from = (field: string) =>
    rules[field]?.made ? order.slice(0, 1) : needed(field) ? [...order, ...langs] : order;
  return Object.fromEntries(
    Object.entries(texts[baseLang]).map(([field, text]) => [
      field,
      from(field)
        .map((code) => saidIn(texts, field, code))
        .find(Boolean) ?? (rules[field]?.made ? "" : text),
    ]),
  );
}

/** The language that readers of a language actually get. */
export const shownLang = (manager: Manager, texts: Texts, lang: Lang, primary = baseLang): Lang =>
  (traitsOf(manager.collection).whole && orderOf(manager, texts, lang, primary)[0]) || lang;
