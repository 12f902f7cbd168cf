import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { CollectionKey, Item } from "./types";

export type Items = { items: Item[]; bin: Item[] };

export const itemsQuery = (collection: CollectionKey) =>
  queryOptions({
    queryKey: [...siteKey, "items", collection],
    queryFn: (): Promise<Items> => answer(client.GET(`/api/v1/stored/${collection}` as "/api/v1/stored/services")),
  });
