import { refusal, silence } from "./errors";

type Options = {
  headers?: Readonly<Record<string, string>>;
  /** Called with the uploaded share, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

function bodyOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
}

/**
 * Posts a large body and returns the body of the response. Uses XMLHttpRequest, because `fetch` reports no upload
 * progress. There is no timeout: a large picture on a slow network is not a failure while data still moves.
 */
export function postWithProgress(
  url: string,
  body: Blob | FormData,
  { headers = {}, onProgress, signal }: Options,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const answer = bodyOf(request);
      if (request.status === 201) resolve(answer);
      else reject(refusal(request.status, answer, request.getResponseHeader("Retry-After")));
    });
    request.addEventListener("error", () => reject(silence(new TypeError("no answer"))));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) reject(signal.reason);
    else request.send(body);
  });
}
