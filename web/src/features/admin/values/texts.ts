import { fields } from "../../../api/fields.gen";
import type { SiteChange } from "../../../api/queries";
import type { FieldKey, StoredSite } from "../../../api/types";
import type { Words } from "../../../i18n/words";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { readPath, writePath } from "./at-path";
import { joinTags, parseTags } from "./tags";
import type { Rule } from "./validate";

/** What is typed or stored: by language, then by field or input. Only what is localized has more than the base. */
export type Texts = Record<Lang, Record<string, string>>;

export const noTexts = (): Texts => ({ en: {}, hi: {}, gu: {} });

/** Where a text can stand. */
export type Place<Key = string> = { key: Key; lang: Lang; rule: Rule; localized: boolean };

/** Each of the fields or inputs in each language it has. */
export function placesOf<T extends { localized: boolean }>(all: readonly T[]): (T & { lang: Lang })[] {
  return all.flatMap((one) => (one.localized ? langs : [baseLang]).map((lang) => Object.assign({ lang }, one)));
}

export const places = (keys: readonly FieldKey[]): Place<FieldKey>[] =>
  placesOf(keys.map((key) => ({ key, rule: fields[key], localized: fields[key].localized })));

function storedText({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string {
  if (lang === baseLang) return readPath(site, fields[key].path) || fields[key].default;
  return readPath(translations, `${lang}.${key}`);
}

export function textsOf(stored: StoredSite, keys: readonly FieldKey[]): Texts {
  const texts = noTexts();
  for (const { key, lang } of places(keys)) texts[lang][key] = storedText(stored, key, lang);
  return texts;
}

const tidy = ({ kind }: Rule, text = "") => (kind === "tags" ? joinTags(parseTags(text)) : text);

/** Those of the places where the one says something else than the other. */
export function differing<P extends Place>(places: readonly P[], one: Texts, other: Texts): P[] {
  return places.filter(({ key, lang, rule }) => tidy(rule, one[lang][key]) !== tidy(rule, other[lang][key]));
}

/** A text as the API's shape of a site has it. */
const outward = (key: FieldKey, text: string) => (fields[key].kind === "range" ? Number(text) : text);

/** The change that makes the stored site say what is typed in these places. */
export function changeOf(changed: readonly Place<FieldKey>[], typed: Texts, revision: number): SiteChange {
  return changed.reduce<SiteChange>(
    (change, { key, lang }) => {
      const path = lang === baseLang ? `site.${fields[key].path}` : `translations.${lang}.${key}`;
      return writePath(change, path, outward(key, typed[lang][key] ?? ""));
    },
    { revision },
  );
}

/** What readers of a language would see: their text, else the base text; a text left at its default is shown in their language. */
export function shownText(texts: Texts, key: FieldKey, lang: Lang, words: Words): string {
  const own = lang === baseLang ? "" : texts[lang][key]?.trim();
  const base = texts[baseLang][key]?.trim() ?? "";
  if (own) return own;
  return base && base !== fields[key].default ? base : (words[`default.${key}`] ?? fields[key].default);
}
