import { vi } from "vitest";
import weeks from "../../../../internal/domain/hours/testdata/written.json";
import { fields } from "../../api/fields.gen";
import type { Notification } from "../../api/inbox";
import type { CollectionKey, Item, Revision, Site, StoredSite } from "../../api/types";
import { baseLang, langs } from "../../lib/lang";
import { collectionKeys, mustBeTranslated, rulesOf, traitsOf } from "./collections";
import { writePath } from "./values/at-path";

export const owner = { email: "owner@example.com", name: "Admin", role: "admin" } as const;

export const noItems = () =>
  Object.fromEntries(collectionKeys.map((key) => [key, [] as Item[]])) as Record<CollectionKey, Item[]>;

const written = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** An item as the list endpoint returns it. */
function listed(collection: CollectionKey, item: Item): Item {
  const rules = rulesOf(collection);
  const short = rules.filter(([, { kind }]) => kind !== "html").map(([key]) => [key, item.values[key] ?? ""]);
  const told = rules.filter(([key, rule]) => mustBeTranslated(rule) && written(item.values[key]));
  const missing = langs.filter((lang) => lang !== baseLang && told.some(([key]) => !item.translations[lang]?.[key]));
  return { ...item, values: Object.fromEntries(short), missing };
}

/** One page of a list, by query parameters. */
export function pageOf(collection: CollectionKey, all: readonly Item[], query: URLSearchParams) {
  const { title } = traitsOf(collection);
  const called = (item: Item) => String(item.values[title] ?? "").toLowerCase();
  const items = all.filter(
    (item) =>
      Boolean(item.deletedAt) === query.has("bin") &&
      called(item).includes((query.get("search") ?? "").toLowerCase()) &&
      (query.get("state") !== "hidden" || !item.published),
  );
  const offset = Number(query.get("offset"));
  const page = items.slice(offset, offset + Number(query.get("limit")));
  return { total: items.length, items: page.map((item) => listed(collection, item)) };
}

export const countsOf = (lists: Record<CollectionKey, Item[]>) =>
  Object.fromEntries(
    collectionKeys.map((key) => {
      const items = lists[key].filter(({ deletedAt }) => !deletedAt);
      const samples = items.filter(({ sample }) => sample).length;
      return [key, { total: items.length, bin: lists[key].length - items.length, samples, missing: {} }];
    }),
  );

type Call = { method: string; path: string; body: Record<string, unknown> };

/** Reads the weeks that the server's tests read; other lines are notes. */
function readingOf(text: string) {
  const row = weeks.find(({ text: written }) =>
    Object.values(written).some((own) => `${text}\n`.startsWith(`${own}\n`)),
  );
  const own = row && Object.values(row.text).find((own) => text.startsWith(own));
  const notes = text
    .slice(own?.length ?? 0)
    .split("\n")
    .filter(Boolean);
  return { week: row?.week ?? Array(7).fill(null), readable: row !== undefined, notes, contradicts: [] };
}

/** An in-memory server for tests of the admin. It checks revisions like the real one and can be made to fail. */
export function fakeApi() {
  const blank = {} as Site;
  const site = Object.values(fields).reduce((site, { path, default: text }) => writePath(site, path, text), blank);
  const stored: StoredSite = { revision: 7, updatedAt: "2026-01-01T00:00:00Z", site, translations: {} };
  const state = {
    stored,
    /** What visitors see, if it is not what is stored. */
    shown: null as Site | null,
    signedIn: true,
    /** The second factors still needed after a correct password. */
    needs: [] as string[],
    expiresIn: 3600,
    items: noItems(),
    revisions: [] as Revision[],
    backups: { setUp: false } as { setUp: boolean; madeAt?: string; failedAt?: string },
    notification: { state: "ok", email: owner.email, testing: false } as Notification,
    /** The notification state after a test mail. */
    tested: null as Notification | null,
    /** Replaces the response to the next save. */
    nextSave: null as (() => Response) | null,
    calls: [] as Call[],
  };

  const problem = (status: number, code: string, more = {}) => Response.json({ code, ...more }, { status });
  const session = () => (state.signedIn ? { user: owner, expiresIn: state.expiresIn } : {});

  const save = (body: Record<string, unknown>): Response => {
    if (state.nextSave) {
      const answer = state.nextSave();
      state.nextSave = null;
      return answer;
    }
    if (!state.signedIn) return problem(401, "signed_out");
    const { stored } = state;
    if (body.revision !== stored.revision) return problem(409, "conflict", { current: stored });
    const { site = {}, translations = {} } = body as { site?: object; translations?: object };
    state.stored = merge({ ...stored, revision: stored.revision + 1 }, { site, translations });
    return Response.json(state.stored);
  };

  const routes: Record<string, (body: Record<string, unknown>) => Response> = {
    "GET /api/v1/session": () => Response.json(session()),
    "PUT /api/v1/session": () => Response.json({ ...session(), expiresIn: 3600 }),
    "DELETE /api/v1/session": () => {
      state.signedIn = false;
      return new Response(null, { status: 204 });
    },
    "POST /api/v1/session": () => {
      if (state.needs.length > 0) return Response.json({ needs: state.needs });
      state.signedIn = true;
      return Response.json(session());
    },
    "POST /api/v1/session/second": ({ code }) => {
      if (state.needs.length === 0) return problem(401, "signed_out");
      if (code !== "123456") return problem(401, "bad_credentials");
      state.signedIn = true;
      return Response.json(session());
    },
    "GET /api/v1/site/stored": () => (state.signedIn ? Response.json(state.stored) : problem(401, "signed_out")),
    "GET /api/v1/site": () =>
      Response.json({
        revision: state.stored.revision,
        version: 1,
        homeUrl: "https://surya.example/",
        site: state.shown ?? state.stored.site,
      }),
    "PATCH /api/v1/site": save,
    "POST /api/v1/preview": () =>
      Response.json({ html: "", style: "", ratios: { button: 7, white: 6, dark: 9 }, faint: false }),
    "GET /api/v1/site/words": () => Response.json({ welcome: "Good to see you" }),
    "GET /api/v1/trades": () =>
      Response.json([
        {
          id: "bakery",
          name: "Bakery",
          search: ["bakery", "cake", "કેક"],
          icons: ["Cake", "Croissant"],
          sentences: { en: "Freshly baked" },
        },
        { id: "clinic", name: "Clinic", search: ["doctor"], icons: ["Stethoscope"], sentences: {} },
        { id: "other", name: "Something else", search: [], icons: [], sentences: {} },
      ]),
    "POST /api/v1/hours": ({ texts }) => Response.json((texts as string[]).map(readingOf)),
    "GET /api/v1/festivals": () =>
      Response.json([{ id: "christmas", date: "2026-12-25", mayMove: false, names: { en: "Christmas", gu: "નાતાલ" } }]),
    "GET /api/v1/site/accent": () => Response.json({ colour: "" }),
    "GET /api/v1/revisions": () => Response.json({ revisions: state.revisions }),
    "POST /api/v1/feedback": () => Response.json({ reference: "DM-1001" }, { status: 201 }),
    "POST /api/v1/samples": () => new Response(null, { status: 204 }),
    "GET /api/v1/backups": () => Response.json(state.backups),
    "GET /api/v1/leads/notification": () => Response.json(state.notification),
    "POST /api/v1/leads/notification/test": () => {
      state.notification = state.tested ?? state.notification;
      return new Response(null, { status: 204 });
    },
    "GET /api/v1/stored": () => Response.json(countsOf(state.items)),
  };

  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const text = await request.text();
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    state.calls.push({ method: request.method, path, body });
    return routes[`${request.method} ${path}`]?.(body) ?? problem(404, "not_found");
  });
  return Object.assign(state, { problem });
}

function merge<T>(base: T, changes: object): T {
  const out = { ...base } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) {
    out[name] = typeof value === "object" && value !== null ? merge(out[name] ?? {}, value as object) : value;
  }
  return out as T;
}
