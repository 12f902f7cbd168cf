import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery } from "../../../api/queries";
import type { Lang } from "../../../lib/lang";
import { offeredOf, primaryOf } from "../values/primary";

/** The language the owner writes in; English until the query resolves. */
export function usePrimary(): Lang {
  return primaryOf(useQuery(storedSiteQuery).data);
}

/** The languages that the site offers, the owner's first. */
export function useOffered(): Lang[] {
  return offeredOf(useQuery(storedSiteQuery).data);
}
