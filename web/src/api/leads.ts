import { answer, client } from "./client";
import type { paths } from "./schema.gen";

export type Lead = paths["/api/v1/leads"]["post"]["requestBody"]["content"]["application/json"];

/** Sent again under the same key, a lead is stored once. */
export const sendLead = (key: string, body: Lead) =>
  answer(client.POST("/api/v1/leads", { params: { header: { "Idempotency-Key": key } }, body }));
