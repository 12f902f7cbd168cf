import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { offeredOf, primaryOf } from "../values/primary";

/** The language the owner writes in; English until the query resolves. */
export function usePrimary(): Lang {
  return primaryOf(useQuery(storedSiteQuery).data);
}

/** The languages that the site offers, the owner's first. */
export function useOffered(): Lang[] {
  return offeredOf(useQuery(storedSiteQuery).data);
}

/** The language of the owner's texts: the primary one; while that is English, the app's, if the site offers it. */
export function useWriting(): Lang {
  const { lang } = useLanguage();
  const primary = usePrimary();
  const offered = useOffered();
  return primary === baseLang && offered.includes(lang) ? lang : primary;
}
