import { infiniteQueryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { Revision } from "./types";

const pageSize = 50;

type Subject = Revision["subject"];

/** What was changed, newest first: of the site, of a list, or of one item of it. */
export const revisionsQuery = (subject: Subject, id = "") =>
  infiniteQueryOptions({
    queryKey: [...siteKey, "revisions", subject, id],
    queryFn: ({ pageParam: before }) =>
      answer(client.GET("/api/v1/revisions", { params: { query: { subject, id, before, limit: pageSize } } })),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });

export const restoreRevision = (id: string, base: number) =>
  answer(client.POST("/api/v1/revisions/{id}/restore", { params: { path: { id } }, body: { base } }));

/** The number by which a save or a restoration names the revision it is based on. */
export const numberOf = ({ id }: Revision): number => Number(id.slice(id.lastIndexOf("-") + 1));
