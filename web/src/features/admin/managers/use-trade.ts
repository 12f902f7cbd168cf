import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery, tradesQuery } from "../../../api/queries";
import type { Trade } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import { icons } from "../icons";

/** The owner's trade, if it describes new services; the agency, and a site without a trade, describe none. */
export function useTrade() {
  const { lang } = useLanguage();
  const stored = useQuery(storedSiteQuery);
  const trades = useQuery(tradesQuery(lang));
  const chosen = trades.data?.find(({ id }) => id === stored.data?.site.trade);
  const { error, refetch } = stored.error ? stored : trades;
  const isPending = !stored.data || (stored.data.site.trade !== "" && !trades.data);
  return { chosen: chosen?.sentences.en ? chosen : undefined, isPending, error, refetch };
}

/** The trade's icon for something with this name: one that is called like it, else the first. */
export function iconFor({ icons: offered }: Trade, name: string, t: Translate): string {
  const typed = name.toLowerCase();
  const isCalled = (icon: string) =>
    t
      .first([`icon.${icon}`, ""])
      .toLowerCase()
      .split(",")
      .some((word) => word.trim() !== "" && typed.includes(word.trim()));
  const known = offered.filter((icon) => icon in icons);
  return known.find(isCalled) ?? known[0] ?? "";
}
