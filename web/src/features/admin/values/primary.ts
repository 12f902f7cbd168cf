import type { StoredSite } from "../../../api/types";
import { type Lang, langs, parseLang } from "../../../lib/lang";

/** The language the owner writes in: its texts must be there, and stand in where English is not written. */
export const primaryOf = (stored: StoredSite | undefined): Lang => parseLang(stored?.site.primaryLanguage);

/** All languages, the one the owner writes in first. */
export const primaryFirst = (primary: Lang): Lang[] => [primary, ...langs.filter((lang) => lang !== primary)];
