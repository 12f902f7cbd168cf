import createClient from "openapi-fetch";
import { ApiError, refusal, silence } from "./errors";
import type { paths } from "./schema.gen";

const timeoutMs = 10_000;

export const client = createClient<paths>({
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
});

/** For what may take the server longer than most: sign-ins, which wait for their turn while many are tried, and taking much back. */
export const patient = { fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(3 * timeoutMs) }) };

const mostTries = 5;
const longestWait = 10;

/** Makes a call again that had no turn, when the server says it may. */
export async function inTurn<T>(call: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const wait = error instanceof ApiError && error.code === "too_many" ? error.retrySeconds : 0;
    if (wait === 0 || wait > longestWait || tries === mostTries) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000 * wait));
    return inTurn(call, tries + 1);
  }
}

type Outcome<T> = { data?: T; error?: unknown; response: Response };

/** The data of a call, or an ApiError. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw silence(cause);
  });
  if (!response.ok) throw refusal(response.status, error, response.headers.get("Retry-After"));
  return data as NonNullable<T>;
}
