import type { StoredSite } from "../../../api/types";
import { type Lang, langs, parseLang } from "../../../lib/lang";

/** The language the owner writes in. Its texts are required, and they are the fallback where English is missing. */
export const primaryOf = (stored: StoredSite | undefined): Lang => parseLang(stored?.site.primaryLanguage);

/** All languages, the owner's first. */
export const primaryFirst = (primary: Lang): Lang[] => [primary, ...langs.filter((lang) => lang !== primary)];
