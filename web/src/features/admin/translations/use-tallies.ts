import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery } from "../../../api/queries";
import { talliesOf } from "./completeness";
import { useLists } from "./use-lists";

/** How complete each other language is; null until that is known. */
export function useTallies() {
  const stored = useQuery(storedSiteQuery);
  const { lists, error, retry } = useLists();
  return {
    tallies: stored.data && lists ? talliesOf(stored.data, lists) : null,
    error: stored.error ?? error,
    retry: () => {
      void stored.refetch();
      retry();
    },
  };
}
