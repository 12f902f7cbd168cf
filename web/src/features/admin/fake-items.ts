import { vi } from "vitest";
import type { Deed } from "../../api/collections";
import { collections } from "../../api/collections.gen";
import type { CollectionKey, Item, ItemChanges, Offers, PriceList } from "../../api/types";
import { baseLang, langs } from "../../lib/lang";
import { countsOf, fakeApi, noItems, pageOf } from "./fake-api";

type Call = {
  method: string;
  path: string;
  key: string | null;
  body: ItemChanges & { revision?: number; ids?: string[]; deed?: Deed; items?: ItemChanges[] };
};

/** The in-memory server with lists. It checks revisions and idempotency keys like the real one. */
export function fakeItems() {
  const api = fakeApi();
  const others = fetch;
  const lists = noItems();
  const made = new Map<string, Item>();
  const calls: Call[] = [];
  let revision = 100;
  let refusal: Response | null = null;
  let lost = false;
  let offers: Offers | PriceList | null = null;

  const put = (collection: CollectionKey, values: ItemChanges["values"] = {}, more: Partial<Item> = {}): Item => {
    const item: Item = {
      id: `item-${++revision}`,
      revision,
      updatedAt: "2026-01-01T00:00:00Z",
      published: true,
      values,
      translations: {},
      ...more,
    };
    lists[collection] = [...lists[collection].filter(({ id }) => id !== item.id), item];
    return item;
  };
  const create = (collection: CollectionKey, key: string, { values, published = true }: ItemChanges): Item => {
    const item = made.get(key) ?? put(collection, values, { published });
    made.set(key, item);
    return item;
  };
  const change = (collection: CollectionKey, item: Item, { values, translations, published }: ItemChanges): Item => {
    const changed = {
      ...item,
      revision: ++revision,
      published: published ?? item.published,
      values: { ...item.values, ...values },
      translations: Object.fromEntries(
        langs
          .filter((lang) => lang !== baseLang)
          .map((lang) => [lang, { ...item.translations[lang], ...translations?.[lang] }]),
      ),
    };
    lists[collection] = lists[collection].map((other) => (other.id === item.id ? changed : other));
    return changed;
  };
  const bin = (collection: CollectionKey, item: Item, deletedAt: string | undefined): Item => {
    const { deletedAt: _, ...rest } = item;
    const moved: Item = { ...rest, revision: ++revision, ...(deletedAt ? { deletedAt } : {}) };
    lists[collection] = lists[collection].map((other) => (other.id === item.id ? moved : other));
    return moved;
  };

  /** Applies the action to items that are not in the target state yet. */
  const doAll = (collection: CollectionKey, { deed, ids = [] }: Call["body"]): string[] =>
    ids.filter((id) => {
      const item = lists[collection].find((item) => item.id === id);
      const shows = deed === "show" || deed === "hide";
      if (!item || (shows ? item.published === (deed === "show") : Boolean(item.deletedAt) === (deed === "delete")))
        return false;
      if (shows) change(collection, item, { published: deed === "show" });
      else bin(collection, item, deed === "delete" ? "2026-02-01T12:00:00Z" : undefined);
      return true;
    });

  const answer = (collection: CollectionKey, { method, key, body }: Call, rest: readonly string[]): Response => {
    const [id, verb] = rest;
    const item = lists[collection].find((item) => item.id === id);
    if (method === "PUT" && id === "order") {
      const ids = body.ids ?? [];
      const rest = lists[collection].filter(({ id }) => !ids.includes(id));
      lists[collection] = [...ids.flatMap((id) => lists[collection].filter((item) => item.id === id)), ...rest];
      return new Response(null, { status: 204 });
    }
    if (method === "POST" && id === "several") return Response.json({ ids: doAll(collection, body) });
    if (method === "POST" && id === "import") return offers ? Response.json(offers) : api.problem(422, "unknown_file");
    if (method === "POST" && id === "all") {
      const created = body.items?.map((changes, n) => create(collection, `${key}/${n}`, changes));
      return Response.json({ ids: created?.map(({ id }) => id) });
    }
    if (method === "POST" && !id) return Response.json(create(collection, key ?? "", body), { status: 201 });
    if (!item) return api.problem(404, "not_found");
    if (method === "DELETE") {
      bin(collection, item, "2026-02-01T12:00:00Z");
      return new Response(null, { status: 204 });
    }
    if (verb === "undelete") return Response.json(bin(collection, item, undefined));
    if (body.auto && (item.published || body.published))
      return api.problem(422, "invalid", { issues: [{ field: "published", code: "invalid" }] });
    if (body.revision !== item.revision) return api.problem(409, "conflict", { currentItem: item });
    return Response.json(change(collection, item, body));
  };

  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , , first = "", ...rest] = pathname.split("/");
    if (first !== "stored" && !(first in collections)) return others(request);
    if (!api.signedIn) return api.problem(401, "signed_out");
    if (first === "stored") {
      const [name, id] = rest as [CollectionKey?, string?];
      if (!name) return Response.json(countsOf(lists));
      if (!id) return Response.json(pageOf(name, lists[name], searchParams));
      const item = lists[name].find((item) => item.id === id);
      return item ? Response.json(item) : api.problem(404, "not_found");
    }
    if (rest[1] === "link") return Response.json({});
    const text = await request.text();
    const body = (text ? JSON.parse(text) : {}) as Call["body"];
    const call = { method: request.method, path: request.url, key: request.headers.get("Idempotency-Key"), body };
    calls.push(call);
    const refused = refusal;
    refusal = null;
    if (refused) return refused;
    const usual = answer(first as CollectionKey, call, rest);
    if (!lost) return usual;
    lost = false;
    throw new TypeError("offline");
  });

  return {
    api,
    calls,
    lists,
    put,
    change,
    bin,
    /** The next call succeeds on the server, but its response is lost. */
    loseNextAnswer: () => {
      lost = true;
    },
    /** The content that any imported file or pasted list has from now on. */
    offer: (found: Offers | PriceList) => {
      offers = found;
    },
    refuseNext: (status: number, code: string) => {
      refusal = api.problem(status, code);
    },
  };
}
