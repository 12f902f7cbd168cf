import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import type { paths } from "./schema.gen";

type Codes = paths["/api/v1/codes"];

export type Code = Codes["get"]["responses"]["200"]["content"]["application/json"]["codes"][number];
export type CodeKind = Code["kind"];
type Made = Codes["post"]["requestBody"]["content"]["application/json"];
export type Wanted = Pick<Made, "name" | "target" | "language">;
export const papers = ["a6", "a5", "a4"] as const;
export type Paper = (typeof papers)[number];

export const codesKey = ["codes"] as const;

export const codesQuery = queryOptions({
  queryKey: codesKey,
  queryFn: async () => (await answer(client.GET("/api/v1/codes"))).codes,
});

/** Idempotent: the same key creates one code. */
export const makeCode = ({ key, ...body }: Made & { key: string }): Promise<Code> =>
  answer(client.POST("/api/v1/codes", { params: { header: { "Idempotency-Key": key } }, body }));

export const changeCode = (code: string, body: Wanted) =>
  answer(client.PUT("/api/v1/codes/{code}", { params: { path: { code } }, body }));

export const retireCode = (code: string) =>
  answer(client.DELETE("/api/v1/codes/{code}", { params: { path: { code } } }));

/** The URL of a printable file. */
const printHref = (code: string, file: string) => `/api/v1/codes/${encodeURIComponent(code)}/print.${file}`;

export const drawnHref = (code: string) => printHref(code, "svg");
export const savedHref = (code: string, format: "svg" | "png") => `${printHref(code, format)}?save=true`;
export const standHref = (code: string, paper: Paper) => `${printHref(code, "pdf")}?paper=${paper}`;
