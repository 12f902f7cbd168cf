import { infiniteQueryOptions, type Query, queryOptions } from "@tanstack/react-query";
import type { Lang } from "../lib/lang";
import { answer, client } from "./client";
import type { components, paths } from "./schema.gen";

type Schemas = components["schemas"];

export type LeadCard = Schemas["LeadCard"];
export type LeadWhole = Schemas["LeadWhole"];
export type LeadCounts = Schemas["LeadCounts"];
export type LeadNumbers = Schemas["Numbers"];
export type LeadStatus = LeadCard["status"];
export type LeadKind = LeadCard["kind"];
export type LeadSettings = Schemas["Settings"];
export type UndeliveredMail = Schemas["UndeliveredMail"];
export type Notification = Schemas["Notification"];

/** Filters of the inbox. Without a status: everything but spam. With "any": spam, too. */
export type Picked = { status?: LeadStatus | "any"; kind?: LeadKind; q?: string };

const pageSize = 30;

/** The query key of everything about leads; a change to one lead refetches all of it. */
export const leadsKey = ["leads"] as const;

/** After a deletion single leads are not refetched, because they would only return 404. */
export const withoutSingle = { queryKey: leadsKey, predicate: ({ queryKey }: Query) => queryKey[1] !== "one" };

export const leadsQuery = (picked: Picked) =>
  infiniteQueryOptions({
    queryKey: [...leadsKey, "list", picked],
    queryFn: ({ pageParam: before }) =>
      answer(client.GET("/api/v1/leads", { params: { query: { ...picked, before, limit: pageSize } } })),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });

export const leadQuery = (id: number) =>
  queryOptions({
    queryKey: [...leadsKey, "one", id],
    queryFn: () => answer(client.GET("/api/v1/leads/{id}", { params: { path: { id } } })),
  });

/** The number of leads per status, optionally for one form. */
export const leadCountsOf = (kind?: LeadKind) =>
  queryOptions({
    queryKey: [...leadsKey, "counts", kind ?? ""],
    queryFn: () => answer(client.GET("/api/v1/leads/counts", { params: { query: kind ? { kind } : {} } })),
  });

export const leadCountsQuery = leadCountsOf();

export const leadNumbersQuery = queryOptions({
  queryKey: [...leadsKey, "numbers"],
  queryFn: () => answer(client.GET("/api/v1/leads/numbers")),
});

export const leadSettingsQuery = queryOptions({
  queryKey: [...leadsKey, "settings"],
  queryFn: () => answer(client.GET("/api/v1/leads/settings")),
});

export const undeliveredQuery = queryOptions({
  queryKey: [...leadsKey, "mails"],
  queryFn: async () => (await answer(client.GET("/api/v1/leads/mails"))).mails,
});

const readNotification = () => answer(client.GET("/api/v1/leads/notification"));

/** Polled while Home is open, because mail can fail and recover without the app. */
export const notificationQuery = queryOptions({
  queryKey: [...leadsKey, "notification"],
  queryFn: readNotification,
  refetchInterval: ({ state }) => (state.data?.state === "failing" ? 10_000 : 60_000),
});

/** Sends a test mail and waits for the result. The server gives up within a minute. */
export async function sendTestMail(): Promise<Notification> {
  await answer(client.POST("/api/v1/leads/notification/test"));
  for (let asked = 1; ; asked++) {
    const now = await readNotification();
    if (!now.testing || asked === 60) return now;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** An omitted property stays unchanged. `value` is the text as typed; an empty text removes the value. */
type LeadEdit = { status?: LeadStatus; value?: string };

export const changeLead = (id: number, body: LeadEdit) =>
  answer(client.PATCH("/api/v1/leads/{id}", { params: { path: { id } }, body }));

type OwnLead = paths["/api/v1/leads/own"]["post"]["requestBody"]["content"]["application/json"];

/** Adds a lead that came in person, by phone or elsewhere. Idempotent by key. */
export const addOwnLead = ({ key, ...body }: OwnLead & { key: string }) =>
  answer(client.POST("/api/v1/leads/own", { params: { header: { "Idempotency-Key": key } }, body }));

export type HandChannel = OwnLead["channel"];

/** The numbers of the last seven days. Under `leadsKey`, because a changed lead changes them. */
export const weekQuery = queryOptions({
  queryKey: [...leadsKey, "week"],
  queryFn: () => answer(client.GET("/api/v1/stats/week")),
});

export const addNote = (id: number, note: string) =>
  answer(client.POST("/api/v1/leads/{id}/notes", { params: { path: { id } }, body: { note } }));

export const deleteLead = (id: number) => answer(client.DELETE("/api/v1/leads/{id}", { params: { path: { id } } }));

export type Person = Required<Omit<Schemas["LeadPerson"], "$schema">>;

/** The people whose messages an erasure would remove, and how many messages. */
export const personQuery = (body: Person) =>
  queryOptions({
    queryKey: [...leadsKey, "person", body],
    queryFn: () => answer(client.POST("/api/v1/leads/person", { body })),
    retry: false,
  });

type Erasure = paths["/api/v1/leads/erase"]["post"]["requestBody"]["content"]["application/json"];

export const erasePerson = (body: Erasure) => answer(client.POST("/api/v1/leads/erase", { body }));

export const saveLeadSettings = (body: LeadSettings) => answer(client.PUT("/api/v1/leads/settings", { body }));

export const retryMail = (id: number) =>
  answer(client.POST("/api/v1/leads/mails/{id}/retry", { params: { path: { id } } }));

/** The URL of an export of the filtered leads: JSON for programs, CSV in a language for people. */
export function exportHref(of: { format: "json" } | { format: "csv"; lang: Lang }, picked: Picked): string {
  return `/api/v1/leads/export?${new URLSearchParams({ ...of, ...picked })}`;
}

export const eventsHref = "/api/v1/events";

/** An event of the stream. "resync" means that events may have been missed. */
export type LeadNews = {
  what: "new" | "changed" | "removed" | "resync";
  id?: number;
  kind?: LeadKind;
  reference?: string;
};
