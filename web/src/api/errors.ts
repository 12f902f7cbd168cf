import type { Issue, Item, Problem, StoredSite } from "./types";

type Details = {
  issues?: readonly Issue[] | null | undefined;
  current?: StoredSite | undefined;
  currentItem?: Item | undefined;
  retrySeconds?: number;
};

/** Every failed call throws an ApiError. The text for a code is under `error.<code>`. */
export class ApiError extends Error {
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly current: StoredSite | undefined;
  readonly currentItem: Item | undefined;
  /** How long to wait before a retry; 0 if the server gave no delay. */
  readonly retrySeconds: number;

  constructor(code: string, { issues, current, currentItem, retrySeconds = 0 }: Details = {}) {
    super(code);
    this.name = "ApiError";
    this.code = code;
    this.issues = issues ?? [];
    this.current = current;
    this.currentItem = currentItem;
    this.retrySeconds = retrySeconds;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string";
}

/** The error for a failed response. If the body is not ours (a proxy's page), the status decides. */
export function refusal(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  if (isProblem(body)) return new ApiError(body.code, { ...body, retrySeconds: Number(retryAfter) || 0 });
  return new ApiError(status === 502 || status === 503 || status === 504 ? "unavailable" : "internal");
}

/** The error for a call without a response. */
export function silence(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError(cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "offline");
}

export function errorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : "internal";
}
