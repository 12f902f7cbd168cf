import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { paths } from "./schema.gen";

type Pictures = paths["/api/v1/media"]["get"]["responses"]["200"]["content"]["application/json"];
export type Picture = Pictures["pictures"][number];
export type PictureUse =
  paths["/api/v1/media/uses"]["get"]["responses"]["200"]["content"]["application/json"]["uses"][number];

const pageSize = 30;

export const picturesKey = [...siteKey, "pictures"] as const;

/** The owner's pictures, newest first; with a search text, those whose name or description contains it. */
export const picturesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...picturesKey, search],
    queryFn: ({ pageParam: offset }): Promise<Pictures> =>
      answer(
        client.GET("/api/v1/media", { params: { query: { ...(search && { search }), offset, limit: pageSize } } }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ pictures, total }, pages) => {
      const known = pages.flatMap(({ pictures }) => pictures).length;
      return pictures.length > 0 && known < total ? known : undefined;
    },
  });

export const usesQuery = (url: string) =>
  queryOptions({
    queryKey: [...picturesKey, "uses", url],
    queryFn: async () => (await answer(client.GET("/api/v1/media/uses", { params: { query: { url } } }))).uses,
  });

export const describePicture = (url: string, body: { title: string; alt: Record<string, string> }) =>
  answer(client.PUT("/api/v1/media", { params: { query: { url } }, body }));

export const removePicture = (url: string) => answer(client.DELETE("/api/v1/media", { params: { query: { url } } }));
