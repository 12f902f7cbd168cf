import { refusal, silence } from "./errors";
import type { paths } from "./schema.gen";

type Post = paths["/api/v1/media"]["post"];
export type Folder = Post["parameters"]["query"]["folder"];
export type Uploaded = Post["responses"]["201"]["content"]["application/json"];

export type UploadOptions = {
  folder: Folder;
  /** The file name. */
  title?: string | undefined;
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
 * Uploads a picture unchanged. Uses XMLHttpRequest, because `fetch` reports no upload progress. There is no timeout: a
 * large picture on a slow network is not a failure while data still moves.
 */
export function sendPicture(file: Blob, { folder, title = "", onProgress, signal }: UploadOptions): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(
      "POST",
      `/api/v1/media?${new URLSearchParams({ folder, ...(title && { title: title.slice(0, 200) }) })}`,
    );
    request.setRequestHeader("Content-Type", file.type);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const body = bodyOf(request);
      if (request.status === 201) resolve(body as Uploaded);
      else reject(refusal(request.status, body));
    });
    request.addEventListener("error", () => reject(silence(new TypeError("no answer"))));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort());
    if (signal?.aborted) reject(signal.reason);
    else request.send(file);
  });
}
