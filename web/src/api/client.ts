import createClient from "openapi-fetch";
import { ApiError, refusal, silence } from "./errors";
import type { paths } from "./schema.gen";

const timeoutMs = 10_000;

export const client = createClient<paths>({
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
});

/** Longer timeout for slow calls: sign-ins, which queue when there are many attempts, and undoing many changes. */
export const patient = { fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(3 * timeoutMs) }) };

const mostTries = 5;
const longestWait = 10;

/** Retries a call that was rejected with `too_many`, after the delay that the server gives. */
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

/** Returns the data of a call or throws an ApiError. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw silence(cause);
  });
  if (!response.ok) throw refusal(response.status, error, response.headers.get("Retry-After"));
  return data as NonNullable<T>;
}
