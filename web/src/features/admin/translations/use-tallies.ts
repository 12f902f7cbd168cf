import { useQuery } from "@tanstack/react-query";
import { countsQuery } from "../../../api/collections";
import { storedSiteQuery } from "../../../api/queries";
import { talliesOf } from "./completeness";

/** The translation state of each other language; null until the queries resolve. */
export function useTallies() {
  const stored = useQuery(storedSiteQuery);
  const counts = useQuery(countsQuery);
  return {
    tallies: stored.data && counts.data ? talliesOf(stored.data, counts.data) : null,
    error: stored.error ?? counts.error,
    retry: () => {
      void stored.refetch();
      void counts.refetch();
    },
  };
}
