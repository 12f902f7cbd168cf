import { useQuery } from "@tanstack/react-query";
import { shownSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";

/** The site's name, once it is loaded. */
export function useBrand(): string {
  const { lang } = useLanguage();
  return useQuery(shownSiteQuery(lang)).data?.site.brandName ?? "";
}
