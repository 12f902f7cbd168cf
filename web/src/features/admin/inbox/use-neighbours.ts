import { useInfiniteQuery } from "@tanstack/react-query";
import { leadsQuery, type Picked } from "../../../api/inbox";

/** The previous and next message in the list. If the message has left the list, the next one is the list's first. */
export function useNeighbours(picked: Picked, id: number) {
  const ids =
    useInfiniteQuery(leadsQuery(picked)).data?.pages.flatMap(({ leads }) => leads.map((lead) => lead.id)) ?? [];
  const index = ids.indexOf(id);
  return { previous: ids[index - 1], next: ids[index + 1] };
}
