import { useQuery } from "@tanstack/react-query";
import { storedSiteQuery } from "../../api/queries";
import { type Tally, talliesOf } from "./completeness";
import { useLists } from "./use-lists";

/** How complete each other language is; null until that is known. */
export function useTallies(): Tally[] | null {
  const stored = useQuery(storedSiteQuery).data;
  const lists = useLists();
  return stored && lists ? talliesOf(stored, lists) : null;
}
