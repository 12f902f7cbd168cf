import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Lang } from "../lib/lang";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { paths } from "./schema.gen";
import type { CollectionKey, Item, ItemChanges, ItemCounts, Offers, PriceList } from "./types";

export type ItemSave = ItemChanges & { revision: number };
export type Items = { items: Item[]; total: number };

type Query = NonNullable<paths["/api/v1/stored/services"]["get"]["parameters"]["query"]>;
type Body<Path extends "/api/v1/services/several"> = paths[Path]["post"]["requestBody"]["content"]["application/json"];

export type ItemState = NonNullable<Query["state"]>;
export type Deed = Body<"/api/v1/services/several">["deed"];

/** Filters of a list: the bin, items without a translation into `missing`, a state, a search text. */
export type Part = { bin?: true; missing?: Lang; state?: ItemState; search?: string };

const pageSize = 50;
/** The most items that the server changes in one call. */
const mostAtOnce = 200;

/** All collections have the same routes; the type of one stands for all of them. */
const at = (collection: CollectionKey) => `/api/v1/${collection}` as "/api/v1/services";
const itemAt = (collection: CollectionKey) => `${at(collection)}/{id}` as const;

const storedAt = (collection: CollectionKey) => `/api/v1/stored/${collection}` as "/api/v1/stored/services";

/** The query key shared by all filters of a list. */
export const listKey = (collection: CollectionKey) => [...siteKey, "items", collection] as const;

/** Lists are paged and leave out long texts; a single item includes them. */
export const itemsQuery = (collection: CollectionKey, part: Part = {}) =>
  infiniteQueryOptions({
    queryKey: [...listKey(collection), part],
    queryFn: ({ pageParam: offset }): Promise<Items> =>
      answer(client.GET(storedAt(collection), { params: { query: { ...part, offset, limit: pageSize } } })),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, pages) => {
      const known = pages.flatMap(({ items }) => items).length;
      return items.length > 0 && known < total ? known : undefined;
    },
  });

export const itemQuery = (collection: CollectionKey, id: string) =>
  queryOptions({
    queryKey: [...siteKey, "item", collection, id],
    queryFn: (): Promise<Item> => answer(client.GET(`${storedAt(collection)}/{id}`, { params: { path: { id } } })),
  });

export const countsQuery = queryOptions({
  queryKey: [...siteKey, "counts"],
  queryFn: async () => (await answer(client.GET("/api/v1/stored"))) as Record<CollectionKey, ItemCounts>,
});

/** Idempotent: a retry with the same key after a lost response creates no second item. */
export const createItem = (collection: CollectionKey, key: string, body: ItemChanges): Promise<Item> =>
  answer(client.POST(at(collection), { params: { header: { "Idempotency-Key": key } }, body }));

/** Stores all items or none, in one step, and returns their ids. Idempotent like `createItem`. */
export const createServices = async (key: string, items: ItemChanges[]): Promise<string[]> => {
  const header = { "Idempotency-Key": key };
  return (await answer(client.POST("/api/v1/services/all", { params: { header }, body: { items } }))).ids;
};

/** What the server understands of a price list. Stores nothing. */
export const readPriceList = (text: string): Promise<PriceList> =>
  answer(client.POST("/api/v1/services/import", { body: { text } }));

export const saveItem = (collection: CollectionKey, id: string, body: ItemSave): Promise<Item> =>
  answer(client.PATCH(itemAt(collection), { params: { path: { id } }, body }));

/** Moves the item to the bin. */
export const deleteItem = (collection: CollectionKey, id: string) =>
  answer(client.DELETE(itemAt(collection), { params: { path: { id } } }));

export const undeleteItem = (collection: CollectionKey, id: string): Promise<Item> =>
  answer(client.POST(`${itemAt(collection)}/undelete`, { params: { path: { id } } }));

/** Applies an action to several items and returns the ids that it changed. */
export async function doAll(collection: CollectionKey, deed: Deed, ids: readonly string[]): Promise<string[]> {
  const changed: string[] = [];
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const body = { deed, ids: ids.slice(from, from + mostAtOnce) };
    changed.push(...(await answer(client.POST(`${at(collection)}/several`, { body }))).ids);
  }
  return changed;
}

export const orderItems = (collection: CollectionKey, ids: readonly string[]) =>
  answer(client.PUT(`${at(collection)}/order`, { body: { ids: [...ids] } }));

/** Without `expiresAt` there is no working link. */
export type DraftLink = { url?: string; expiresAt?: string };

const linkAt = "/api/v1/posts/{id}/link";

/** Until when others can read an unpublished article. */
export const draftLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ["draft-link", id],
    queryFn: (): Promise<DraftLink> => answer(client.GET(linkAt, { params: { path: { id } } })),
  });

export const makeDraftLink = (id: string, lang: Lang): Promise<DraftLink> =>
  answer(client.POST(linkAt, { params: { path: { id }, query: { lang } } }));

export const endDraftLink = (id: string) => answer(client.DELETE(linkAt, { params: { path: { id } } }));

/** What an exported page of another product contains. Without a timeout, because a phone may upload slowly. */
export const readPage = (file: string): Promise<Offers> =>
  answer(client.POST("/api/v1/blocks/import", { body: { file }, fetch: (request) => fetch(request) }));

export type SampleDeed = "remove" | "restore" | "keep";

/** Applies an action to the unchanged sample items of all lists. */
export const changeSamples = (deed: SampleDeed) => answer(client.POST("/api/v1/samples", { body: { deed } }));

/** The names of the groups of services, as the owner wrote them. */
export const groupsQuery = (primary: Lang) =>
  queryOptions({
    queryKey: [...listKey("services"), "groups", primary],
    queryFn: async (): Promise<string[]> => {
      const { items } = await answer(client.GET("/api/v1/services", { params: { query: { lang: primary } } }));
      return items.flatMap(({ group }) => group ?? []);
    },
  });
