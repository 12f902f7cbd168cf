import { queryOptions } from "@tanstack/react-query";
import { answerWithPasskey, makePasskey, PasskeyError } from "../lib/passkey";
import { answer, client, inTurn, patient } from "./client";
import { ApiError, errorCode } from "./errors";
import { undoAll } from "./links";
import type { paths } from "./schema.gen";
import type { Session } from "./types";

export type Confirmation = { password?: string; code?: string; passkey?: unknown };
export type SecondStep = { code?: string; recovery?: string };

/** The error code when the person closes the browser's dialog or ours. It is not shown as an error. */
export const cancelled = "cancelled";

function given(credential: unknown): unknown {
  if (credential === undefined) throw new ApiError(cancelled);
  return credential;
}

async function passkeyErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasskeyError) throw new ApiError(error.exists ? "passkey_exists" : "passkey");
    throw error;
  }
}

export const completeSignIn = (body: SecondStep) =>
  inTurn(() => answer(client.POST("/api/v1/session/second", { body, ...patient })));

/** Requests an assertion from any passkey of this site. */
export function askPasskey(mediation: CredentialMediationRequirement = "required"): Promise<unknown> {
  return passkeyErrors(async () => {
    const { publicKey } = await answer(client.POST("/api/v1/session/passkey/options"));
    return given(await answerWithPasskey(publicKey, mediation));
  });
}

export const signInByPasskey = (credential: unknown): Promise<Session> =>
  answer(client.POST("/api/v1/session/passkey", { body: { credential } }));

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => answer(client.GET("/api/v1/account")),
});

let proving: Promise<unknown> = Promise.resolve();

/**
 * Confirms the owner's identity. This rotates the session token, so a request already under way may fail because it
 * still carries the old token.
 */
export function confirm(body: Confirmation) {
  const given = answer(client.POST("/api/v1/account/confirm", { body }));
  proving = given.catch(() => undefined);
  return given;
}

/** Resolves when no confirmation is under way. */
export const proven = () => proving;

/** Succeeds only if the owner confirmed their identity recently. */
export const isFresh = () => answer(client.GET("/api/v1/account/confirm"));

export const changeAccount = (body: { email: string }) => answer(client.PATCH("/api/v1/account", { body }));

/** Changes the password. The current password also serves as confirmation if the server asks for one. */
export async function changePassword(body: { current: string; password: string }) {
  const change = () => answer(client.PATCH("/api/v1/account", { body }));
  try {
    return await change();
  } catch (error) {
    if (errorCode(error) !== "unconfirmed") throw error;
  }
  try {
    await confirm({ password: body.current });
  } catch (error) {
    if (errorCode(error) !== "bad_credentials") throw error;
    throw new ApiError("invalid", { issues: [{ field: "current", code: "invalid" }] });
  }
  return change();
}

export const beginTotp = () => answer(client.POST("/api/v1/account/totp"));

export const totpQr = "/api/v1/account/totp/qr";

export const enableTotp = (code: string) => answer(client.PUT("/api/v1/account/totp", { body: { code } }));

export const removeTotp = () => answer(client.DELETE("/api/v1/account/totp"));

export function addPasskey(name: string) {
  return passkeyErrors(async () => {
    const { publicKey } = await answer(client.POST("/api/v1/account/passkeys/options"));
    const credential = given(await makePasskey(publicKey));
    return answer(client.POST("/api/v1/account/passkeys", { body: { name, credential } }));
  });
}

export const renamePasskey = ({ id, name }: { id: number; name: string }) =>
  answer(client.PATCH("/api/v1/account/passkeys/{id}", { params: { path: { id } }, body: { name } }));

export const removePasskey = (id: number) =>
  answer(client.DELETE("/api/v1/account/passkeys/{id}", { params: { path: { id } } }));

export const replaceCodes = () => answer(client.POST("/api/v1/account/recovery-codes"));

export const endSession = (id: string) =>
  answer(client.DELETE("/api/v1/account/sessions/{id}", { params: { path: { id } } }));

export const endOtherSessions = () => answer(client.DELETE("/api/v1/account/sessions"));

/** Downloads all of the owner's data. */
export const exportPath = "/api/v1/export" satisfies keyof paths;

/** The progress of the export. The browser shows only how much it has downloaded. */
export const exportQuery = queryOptions({
  queryKey: ["export"],
  queryFn: () => answer(client.GET("/api/v1/export/progress")),
  refetchInterval: ({ state }) => (state.data?.doing ? 1000 : 5000),
});

/** Recent changes to links, phone numbers and the account that the owner was warned about. */
export const alarmsQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, "alarms"],
  queryFn: () => answer(client.GET("/api/v1/account/alarms")),
});

export const undoAlarm = (id: number) =>
  undoAll(() => answer(client.POST("/api/v1/account/alarms/{id}", { params: { path: { id } }, ...patient })));
