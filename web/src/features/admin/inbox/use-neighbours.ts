import { useInfiniteQuery } from "@tanstack/react-query";
import { leadsQuery, type Picked } from "../../../api/inbox";

/** The messages before and after one in the list it was opened from. One that has left the list is followed by the list's first. */
export function useNeighbours(picked: Picked, id: number) {
  const ids =
    useInfiniteQuery(leadsQuery(picked)).data?.pages.flatMap(({ leads }) => leads.map((lead) => lead.id)) ?? [];
  const index = ids.indexOf(id);
  return { previous: ids[index - 1], next: ids[index + 1] };
}
