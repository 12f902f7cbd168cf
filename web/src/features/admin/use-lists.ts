import { useQueries } from "@tanstack/react-query";
import { itemsQuery } from "../../api/collections";
import { collections } from "../../api/collections.gen";
import type { CollectionKey } from "../../api/types";
import type { Lists } from "./completeness";

const keys = Object.keys(collections) as CollectionKey[];

/** What is in the lists now; null until all of them are known. */
export function useLists(): Lists | null {
  return useQueries({
    queries: keys.map(itemsQuery),
    combine: (answers) =>
      answers.every(({ data }) => data)
        ? Object.fromEntries(keys.map((key, index) => [key, answers[index]?.data?.items ?? []]))
        : null,
  });
}
