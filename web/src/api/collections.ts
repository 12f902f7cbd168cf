import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { CollectionKey, Item, ItemChanges } from "./types";

export type ItemSave = ItemChanges & { revision: number };
export type Items = { items: Item[]; bin: Item[] };

/** All collections have the same routes, so one of them stands for all to the compiler. */
const at = (collection: CollectionKey) => `/api/v1/${collection}` as "/api/v1/services";
const itemAt = (collection: CollectionKey) => `${at(collection)}/{id}` as const;

export const itemsQuery = (collection: CollectionKey) =>
  queryOptions({
    queryKey: [...siteKey, "items", collection],
    queryFn: (): Promise<Items> => answer(client.GET(`/api/v1/stored/${collection}` as "/api/v1/stored/services")),
  });

/** The same key again is the same item, so that a second try after a lost answer makes no second one. */
export const createItem = (collection: CollectionKey, key: string, body: ItemChanges): Promise<Item> =>
  answer(client.POST(at(collection), { params: { header: { "Idempotency-Key": key } }, body }));

export const saveItem = (collection: CollectionKey, id: string, body: ItemSave): Promise<Item> =>
  answer(client.PATCH(itemAt(collection), { params: { path: { id } }, body }));

/** To the bin. */
export const deleteItem = (collection: CollectionKey, id: string) =>
  answer(client.DELETE(itemAt(collection), { params: { path: { id } } }));

export const undeleteItem = (collection: CollectionKey, id: string): Promise<Item> =>
  answer(client.POST(`${itemAt(collection)}/undelete`, { params: { path: { id } } }));

export const orderItems = (collection: CollectionKey, ids: readonly string[]) =>
  answer(client.PUT(`${at(collection)}/order`, { body: { ids: [...ids] } }));
