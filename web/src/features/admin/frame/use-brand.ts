import { useQuery } from "@tanstack/react-query";
import { shownSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";

/** What the site is called, once that is known. */
export function useBrand(): string {
  const { lang } = useLanguage();
  return useQuery(shownSiteQuery(lang)).data?.site.brandName ?? "";
}
