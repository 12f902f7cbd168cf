import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { type Items, itemsQuery } from "../../../api/collections";
import { collectionKeys } from "../collections";
import type { Lists } from "./completeness";

const queries = collectionKeys.map(itemsQuery);

function combine(answers: readonly UseQueryResult<Items>[]) {
  const known = answers.every(({ data }) => data);
  const lists: Lists = Object.fromEntries(collectionKeys.map((key, index) => [key, answers[index]?.data?.items ?? []]));
  return {
    lists: known ? lists : null,
    error: answers.find(({ error }) => error)?.error ?? null,
    retry: () => answers.forEach(({ refetch }) => void refetch()),
  };
}

/** What is in the lists now; null until all of them are known. */
export const useLists = () => useQueries({ queries, combine });
