import { postWithProgress } from "./post-with-progress";
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

/** Uploads a picture unchanged. */
export const sendPicture = (file: Blob, { folder, title = "", onProgress, signal }: UploadOptions) =>
  postWithProgress(
    `/api/v1/media?${new URLSearchParams({ folder, ...(title && { title: title.slice(0, 200) }) })}`,
    file,
    { headers: { "Content-Type": file.type }, onProgress, signal },
  ) as Promise<Uploaded>;
