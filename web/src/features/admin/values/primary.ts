import { fields } from "../../../api/fields.gen";
import type { StoredSite } from "../../../api/types";
import { type Lang, langs, parseLang } from "../../../lib/lang";

/** The language the owner writes in. Its texts are required, and they are the fallback where English is missing. */
export const primaryOf = (stored: StoredSite | undefined): Lang => parseLang(stored?.site.primaryLanguage);

/** The languages that the site offers, the owner's first. */
export function offeredOf(stored: StoredSite | undefined): Lang[] {
  const primary = primaryOf(stored);
  const chosen = (stored?.site.languages || fields.languages.default).split(",");
  return primaryFirst(primary).filter((lang) => lang === primary || chosen.includes(lang));
}

/** All languages, the owner's first. */
export const primaryFirst = (primary: Lang): Lang[] => [primary, ...langs.filter((lang) => lang !== primary)];
