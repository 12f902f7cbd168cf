import createClient from "openapi-fetch";
import { refusal, silence } from "./errors";
import type { paths } from "./schema.gen";

const timeoutMs = 10_000;

export const client = createClient<paths>({
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
});

type Outcome<T> = { data?: T; error?: unknown; response: Response };

/** The data of a call, or an ApiError. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw silence(cause);
  });
  if (!response.ok) throw refusal(response.status, error, response.headers.get("Retry-After"));
  return data as NonNullable<T>;
}
