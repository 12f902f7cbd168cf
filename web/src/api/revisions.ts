import { infiniteQueryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { siteKey } from "./queries";
import type { Revision } from "./types";

const pageSize = 50;

type Subject = Revision["subject"];

/** Changes of the site, a list or one item, newest first. */
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

/** The revision number, which a save or a restore gives as its base. */
export const numberOf = ({ id }: Revision): number => Number(id.slice(id.lastIndexOf("-") + 1));
