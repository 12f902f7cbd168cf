import { fields } from "../../../api/fields.gen";
import type { SiteChange } from "../../../api/queries";
import type { FieldKey, StoredSite } from "../../../api/types";
import type { Words } from "../../../i18n/words";
import { baseLang, type Lang, langs, parseLang } from "../../../lib/lang";
import { readPath, writePath } from "./at-path";
import { primaryFirst } from "./primary";
import { isAwaited } from "./samples";
import { joinTags, parseTags } from "./tags";
import type { Rule } from "./validate";

/** Typed or stored texts by language, then by field or input. Only localized fields have other than base texts. */
export type Texts = Record<Lang, Record<string, string>>;

/** Makes texts by language. */
export const byLang = (textsIn: (lang: Lang) => Record<string, string>): Texts =>
  Object.fromEntries(langs.map((lang) => [lang, textsIn(lang)])) as Texts;

export const noTexts = (): Texts => byLang(() => ({}));

export const copyOf = (texts: Texts): Texts => byLang((lang) => ({ ...texts[lang] }));

/** A field or input in one language. */
export type Place<Key = string> = { key: Key; lang: Lang; rule: Rule; localized: boolean };

/** Each field or input in each of its languages. */
export function placesOf<T extends { localized: boolean }>(all: readonly T[]): (T & { lang: Lang })[] {
  return all.flatMap((one) => (one.localized ? langs : [baseLang]).map((lang) => Object.assign({ lang }, one)));
}

export const places = (keys: readonly FieldKey[]): Place<FieldKey>[] =>
  placesOf(keys.map((key) => ({ key, rule: fields[key], localized: fields[key].localized })));

/**
 * What an empty base text means: the default applies or, if the owner writes in another language, there is no base
 * text.
 */
export const defaultOf = (key: FieldKey, primary: Lang): string =>
  fields[key].localized && primary !== baseLang ? "" : fields[key].default;

function storedText({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string {
  const text = readPath(site, fields[key].path);
  if (lang !== baseLang) return readPath(translations, `${lang}.${key}`);
  // Texts that were written before the owner switched to English replace a sample.
  const gone =
    "samples" in fields[key] && langs.some((code) => code !== baseLang && readPath(translations, `${code}.${key}`));
  return text || (gone ? "" : defaultOf(key, parseLang(site.primaryLanguage)));
}

export function textsOf(stored: StoredSite, keys: readonly FieldKey[]): Texts {
  const texts = noTexts();
  for (const { key, lang } of places(keys)) texts[lang][key] = storedText(stored, key, lang);
  return texts;
}

/** The texts as a form shows them: a sample that is nobody's value is no text. */
export function formTexts(stored: StoredSite, keys: readonly FieldKey[]): Texts {
  const texts = textsOf(stored, keys);
  for (const key of keys) if (isAwaited(stored, key)) texts[baseLang][key] = "";
  return texts;
}

const tidy = ({ kind }: Rule, text = "") => (kind === "tags" ? joinTags(parseTags(text)) : text);

/** The places where the two sets of texts differ. */
export function differing<P extends Place>(places: readonly P[], one: Texts, other: Texts): P[] {
  return places.filter(({ key, lang, rule }) => tidy(rule, one[lang][key]) !== tidy(rule, other[lang][key]));
}

/** A text as the API's value type. */
const outward = (key: FieldKey, text: string) => (fields[key].kind === "range" ? Number(text) : text);

/** The change that stores the typed texts of these places. */
export function changeOf(changed: readonly Place<FieldKey>[], typed: Texts, revision: number): SiteChange {
  return changed.reduce<SiteChange>(
    (change, { key, lang }) => {
      const path = lang === baseLang ? `site.${fields[key].path}` : `translations.${lang}.${key}`;
      return writePath(change, path, outward(key, typed[lang][key] ?? ""));
    },
    { revision },
  );
}

/**
 * What readers of a language see: the text in their language, else the base text, else the text in the owner's
 * language. An unchanged default is shown in the reader's language.
 */
export function shownText(texts: Texts, key: FieldKey, lang: Lang, words: Words, primary = baseLang): string {
  const said = (code: Lang) => texts[code][key]?.trim() ?? "";
  const { default: given, ...field } = fields[key];
  const base = said(baseLang);
  if (lang !== baseLang && said(lang)) return said(lang);
  if (base && base !== given) return base;
  // Any text of the owner replaces a sample. Other defaults exist in every language.
  const instead = "samples" in field ? primaryFirst(primary) : [primary];
  const other =
    primary !== baseLang || base === ""
      ? instead
          .filter((code) => code !== baseLang)
          .map(said)
          .find(Boolean)
      : "";
  if (other && (base === "" || "samples" in field)) return other;
  return words[`default.${key}`] ?? given;
}
