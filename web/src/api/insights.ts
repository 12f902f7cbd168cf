import { queryOptions } from "@tanstack/react-query";
import type { Lang } from "../lib/lang";
import { answer, client } from "./client";
import type { components, operations } from "./schema.gen";

type Schemas = components["schemas"];

export type Stats = Schemas["Stats"];
export type Sums = Schemas["Sums"];
export type ReportTable = Schemas["Table"];
export type ReportRow = Schemas["Row"];
export type ReportName = operations["list-stats-export"]["parameters"]["query"]["report"];
export type Period = Stats["period"];
export type Column = ReportTable["columns"][number];
export type ReportLink = Schemas["Link"];
export type MadeLink = Schemas["MadeLink"];
export type NewLink = Omit<Schemas["NewLinkBody"], "$schema">;

/** The reported days. Without `end`, the server chooses the last day. */
export type Asked = { period: Period; end?: string; lang: Lang };

/** The server updates its sums at most a minute after a visit. */
const freshMs = 60_000;

export const statsKey = ["stats"] as const;

export const statsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...statsKey, asked],
    queryFn: () => answer(client.GET("/api/v1/stats", { params: { query: asked } })),
    staleTime: freshMs,
    refetchInterval: freshMs,
  });

/** The report for anyone with a link. Not retried, because a dead link stays dead. */
export const reportQuery = (token: string, asked: Asked) =>
  queryOptions({
    queryKey: ["report", token, asked],
    queryFn: () =>
      answer(client.GET("/api/v1/report", { params: { query: asked, header: { "Report-Token": token } } })),
    staleTime: freshMs,
    retry: false,
  });

/** The URL of a report as a CSV file. */
export const csvHref = (report: string, asked: Asked) =>
  `/api/v1/stats/export?${new URLSearchParams({ report, ...asked })}`;

export const reportLinksQuery = queryOptions({
  queryKey: ["report-links"],
  queryFn: async () => (await answer(client.GET("/api/v1/report-links"))).links,
});

export const makeReportLink = (body: NewLink) => answer(client.POST("/api/v1/report-links", { body }));

export const endReportLink = (id: number) =>
  answer(client.DELETE("/api/v1/report-links/{id}", { params: { path: { id } } }));
