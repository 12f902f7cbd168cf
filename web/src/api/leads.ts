import { answer, client } from "./client";
import type { components, paths } from "./schema.gen";

export type Lead = paths["/api/v1/leads"]["post"]["requestBody"]["content"]["application/json"];
export type LeadReceipt = components["schemas"]["LeadReceipt"];
export type FormToken = components["schemas"]["FormToken"];

/** Idempotent: a retry with the same key stores one lead. */
export const sendLead = (key: string, body: Lead) =>
  answer(client.POST("/api/v1/leads", { params: { header: { "Idempotency-Key": key } }, body }));

export const openForm = () => answer(client.GET("/api/v1/leads/token"));
