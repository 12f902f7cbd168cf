import { queryOptions } from "@tanstack/react-query";
import type { Lang } from "../lib/lang";
import { answer, client, patient } from "./client";
import type { Alarm } from "./types";

export type NewAccount = { token: string; email: string; password: string };
export type NewPassword = { token: string; password: string };

/** Whether there is an account yet, and whether a forgotten password can be reset by mail. */
export const resetQuery = queryOptions({
  queryKey: ["reset"],
  queryFn: () => answer(client.GET("/api/v1/reset")),
  staleTime: ({ state }) => (state.data?.unowned ? 0 : Number.POSITIVE_INFINITY),
});

/** Whether a link works. The error says why it does not. */
export const linkQuery = (path: "/api/v1/setup/link" | "/api/v1/reset/link", token: string) =>
  queryOptions({
    queryKey: ["link", path, token],
    queryFn: async () => {
      await answer(client.POST(path, { body: { token } }));
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const setUp = (body: NewAccount) => answer(client.POST("/api/v1/setup", { body }));

export const askReset = (body: { email: string; language: Lang }) => answer(client.POST("/api/v1/reset", { body }));

export const resetPassword = (body: NewPassword) => answer(client.PUT("/api/v1/reset", { body }));

/** The warning that a link belongs to. Opening the link changes nothing. */
export const warningQuery = (token: string) =>
  queryOptions({
    queryKey: ["link", "warning", token],
    queryFn: () => answer(client.POST("/api/v1/alarm/link", { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Undoes a batch per call, for as many calls as the server needs. Reports how many changes are left. */
export async function undoAll(call: () => Promise<Alarm>, onLeft?: (n: number) => void): Promise<Alarm> {
  const alarm = await call();
  if (!alarm.left) return alarm;
  onLeft?.(alarm.left);
  return undoAll(call, onLeft);
}

export const undoWarning = (token: string, onLeft: (n: number) => void) =>
  undoAll(() => answer(client.POST("/api/v1/alarm", { body: { token }, ...patient })), onLeft);
