import { refusal, silence } from "./errors";
import type { paths } from "./schema.gen";

type Post = paths["/api/v1/media"]["post"];
export type Folder = Post["parameters"]["query"]["folder"];
export type Uploaded = Post["responses"]["201"]["content"]["application/json"];

export type UploadOptions = {
  folder: Folder;
  /** The name of its file. */
  title?: string | undefined;
  /** Told the part that has been sent, from 0 to 1. */
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
 * Sends a picture as it is. `fetch` cannot tell how much of a body has been sent; and there is no limit of time: a large
 * picture on a slow network is no failure while it moves.
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
