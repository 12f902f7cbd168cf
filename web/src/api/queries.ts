import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadWords } from "../i18n/load-words";
import type { Lang } from "../lib/lang";
import { answer, client, inTurn, patient } from "./client";
import type { paths } from "./schema.gen";
import type { Session } from "./types";

const checkMs = 30_000;
const renewSeconds = 90;

type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody: { content: { "application/json": infer T } };
}
  ? T
  : never;

export type Credentials = Body<"/api/v1/session", "post">;
export type SiteChange = Body<"/api/v1/site", "patch">;

/** Reads the session and renews it if it is about to expire. */
async function freshSession(): Promise<Session> {
  const session = await answer(client.GET("/api/v1/session"));
  if (!session.user || (session.expiresIn ?? 0) > renewSeconds) return session;
  return answer(client.PUT("/api/v1/session"));
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: freshSession,
  refetchInterval: checkMs,
});

export const signIn = (body: Credentials) => inTurn(() => answer(client.POST("/api/v1/session", { body, ...patient })));

export const signOut = () => answer(client.DELETE("/api/v1/session"));

export const siteKey = ["site"] as const;

export const storedSiteQuery = queryOptions({
  queryKey: [...siteKey, "stored"],
  queryFn: () => answer(client.GET("/api/v1/site/stored")),
});

export const shownSiteQuery = (lang: Lang) =>
  queryOptions({
    queryKey: [...siteKey, "shown", lang],
    queryFn: () => answer(client.GET("/api/v1/site", { params: { query: { lang } } })),
  });

/** What visitors see in each slot that the owner leaves empty, by the key of a field's default text. */
export const deliveredQuery = (lang: Lang) =>
  queryOptions({
    queryKey: [...siteKey, "words", lang],
    queryFn: async () => {
      const texts = await answer(client.GET("/api/v1/site/words", { params: { query: { lang } } }));
      return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`default.${key}`, text]));
    },
  });

export const tradesQuery = (lang: Lang) =>
  queryOptions({
    queryKey: ["trades", lang],
    queryFn: () => answer(client.GET("/api/v1/trades", { params: { query: { lang } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A public page as it would look with a change saved. A newer request aborts this one. */
export const previewQuery = (query: { path: string; lang: Lang }, body: Body<"/api/v1/preview", "post">) =>
  queryOptions({
    queryKey: [...siteKey, "preview", query, body],
    queryFn: ({ signal }) =>
      answer(client.POST("/api/v1/preview", { params: { query }, body, signal, fetch: (request) => fetch(request) })),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** What the server understands of texts of opening hours. */
export const readingsQuery = (texts: readonly string[]) =>
  queryOptions({
    queryKey: ["hours", texts],
    queryFn: () => answer(client.POST("/api/v1/hours", { body: { texts: [...texts] } })),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

export const festivalsQuery = queryOptions({
  queryKey: ["festivals"],
  queryFn: () => answer(client.GET("/api/v1/festivals")),
});

/** A colour that fits the owner's picture, if there is one. */
export const accentQuery = queryOptions({
  queryKey: [...siteKey, "accent"],
  queryFn: ({ signal }) => answer(client.GET("/api/v1/site/accent", { signal })),
});

export const saveSite = (body: SiteChange) => answer(client.PATCH("/api/v1/site", { body }));

/** Idempotent: a retry with the same key stores one message. */
export const sendFeedback = (key: string, body: Body<"/api/v1/feedback", "post">) =>
  answer(client.POST("/api/v1/feedback", { params: { header: { "Idempotency-Key": key } }, body }));

export const wordsKey = "words";

export const wordsQuery = (lang: Lang) =>
  queryOptions({ queryKey: [wordsKey, lang], queryFn: () => loadWords(lang), staleTime: Number.POSITIVE_INFINITY });
