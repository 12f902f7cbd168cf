import { fields } from "../../../api/fields.gen";
import type { SiteChange } from "../../../api/queries";
import type { FieldKey, Site, StoredSite } from "../../../api/types";
import type { Words } from "../../../i18n/words";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { readPath, writePath } from "./at-path";

/** What the fields say: by language, then by field. Only localized fields have more than the base. */
export type Texts = Record<Lang, Partial<Record<FieldKey, string>>>;

/** Where texts can stand. */
export function places(keys: readonly FieldKey[]) {
  return keys.flatMap((key) => (fields[key].localized ? langs : [baseLang]).map((lang) => ({ key, lang })));
}

function storedText({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string {
  if (lang === baseLang) return readPath(site, fields[key].path) || fields[key].default;
  return readPath(translations, `${lang}.${key}`);
}

export function textsOf(stored: StoredSite, keys: readonly FieldKey[]): Texts {
  const texts: Texts = { en: {}, hi: {}, gu: {} };
  for (const { key, lang } of places(keys)) texts[lang][key] = storedText(stored, key, lang);
  return texts;
}

type Place = ReturnType<typeof places>[number];

/** The places where the one says something else than the other. */
export function differing(one: Texts, other: Texts, keys: readonly FieldKey[]): Place[] {
  return places(keys).filter(({ key, lang }) => one[lang][key] !== other[lang][key]);
}

/** What a save sends: what differs from the base, or all of it if nothing does. */
export function sent(typed: Texts, base: Texts, keys: readonly FieldKey[]): Place[] {
  const changed = differing(typed, base, keys);
  return changed.length > 0 ? changed : places(keys);
}

/** Whether somebody else gave one of the places another text than the base had, and another than it has here. */
export function clash(changed: readonly Place[], typed: Texts, base: Texts, newer: Texts): boolean {
  return changed.some(({ key, lang }) => newer[lang][key] !== base[lang][key] && newer[lang][key] !== typed[lang][key]);
}

/** A text as the API's shape of a site has it. */
const outward = (key: FieldKey, text: string) => (fields[key].kind === "range" ? Number(text) : text);

/** The change that makes the stored site say what is typed in these places. */
export function changeOf(changed: readonly Place[], typed: Texts, revision: number): SiteChange {
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

/** The site with these texts in it; where one is empty, what the server shows instead stays. */
export function withTexts(shown: Site, texts: Texts, keys: readonly FieldKey[], lang: Lang, words: Words): Site {
  return keys.reduce((site, key) => {
    const text = shownText(texts, key, lang, words);
    return text ? writePath(site, fields[key].path, outward(key, text)) : site;
  }, shown);
}
