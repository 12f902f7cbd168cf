import { fields } from "../../api/fields.gen";
import type { SiteChange } from "../../api/queries";
import type { FieldKey, Issue, Site, StoredSite } from "../../api/types";
import type { Words } from "../../i18n/words";
import { readPath, writePath } from "../../lib/at-path";
import { baseLang, type Lang, langs } from "../../lib/lang";
import { type Rule, validate } from "./validate";

/** What is typed on an edit screen: by language, then by field. Only localized fields have more than the base. */
export type Draft = Record<Lang, Partial<Record<FieldKey, string>>>;

export type DraftIssue = Issue & { lang: Lang };

function places(keys: readonly FieldKey[]) {
  return keys.flatMap((key) => (fields[key].localized ? langs : [baseLang]).map((lang) => ({ key, lang })));
}

function storedText({ site, translations }: StoredSite, key: FieldKey, lang: Lang): string {
  if (lang === baseLang) return readPath(site, fields[key].path) || fields[key].default;
  return readPath(translations, `${lang}.${key}`);
}

export function draftOf(stored: StoredSite, keys: readonly FieldKey[]): Draft {
  const draft: Draft = { en: {}, hi: {}, gu: {} };
  for (const { key, lang } of places(keys)) draft[lang][key] = storedText(stored, key, lang);
  return draft;
}

export function issuesOf(draft: Draft, keys: readonly FieldKey[]): DraftIssue[] {
  return places(keys).flatMap(({ key, lang }) => {
    const rule: Rule = lang === baseLang ? fields[key] : { ...fields[key], required: false };
    const { issue } = validate(rule, draft[lang][key] ?? "");
    return issue ? [{ ...issue, field: key, lang }] : [];
  });
}

/** The change that makes the stored site say what the draft says: what differs from the base, or all of it if nothing does. */
export function changeOf(draft: Draft, base: Draft, keys: readonly FieldKey[], revision: number): SiteChange {
  const all = places(keys);
  const differing = all.filter(({ key, lang }) => draft[lang][key] !== base[lang][key]);
  return (differing.length > 0 ? differing : all).reduce<SiteChange>(
    (change, { key, lang }) => {
      const text = draft[lang][key] ?? "";
      const path = lang === baseLang ? `site.${fields[key].path}` : `translations.${lang}.${key}`;
      return writePath(change, path, text);
    },
    { revision },
  );
}

/** What readers of a language would see: their text, else the base text; a text left at its default is shown in their language. */
export function shownText(draft: Draft, key: FieldKey, lang: Lang, words: Words): string {
  const own = lang === baseLang ? "" : draft[lang][key]?.trim();
  const base = draft[baseLang][key]?.trim() ?? "";
  if (own) return own;
  return base && base !== fields[key].default ? base : (words[`default.${key}`] ?? fields[key].default);
}

export function withDraft(shown: Site, draft: Draft, keys: readonly FieldKey[], lang: Lang, words: Words): Site {
  return keys.reduce((site, key) => writePath(site, fields[key].path, shownText(draft, key, lang, words)), shown);
}
