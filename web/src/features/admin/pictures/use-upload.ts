import { useEffect, useRef, useState } from "react";
import { ApiError, errorCode } from "../../../api/errors";
import { type Folder, sendPicture, type Uploaded, type UploadOptions } from "../../../api/upload";
import { useAuth } from "../sign-in/auth";
import { cutPicture, openPicture, wholeOf } from "./picture";

const shownByBrowsers = /^image\/(jpeg|png|webp|gif)$/;

/** Opens a chosen file. A file that cannot be opened is refused with the server's error codes. */
export async function openFile(file: File): Promise<HTMLCanvasElement> {
  if (file.type === "image/svg+xml") throw new ApiError("media_type");
  try {
    return await openPicture(file);
  } catch {
    throw new ApiError(shownByBrowsers.test(file.type) ? "media_broken" : "media_type");
  }
}

/** Shrinks a chosen picture and uploads it. Rejects with an ApiError or with the signal's reason. */
export async function uploadImage(file: File, options: UploadOptions): Promise<Uploaded> {
  const picture = await openFile(file);
  return sendPicture(await cutPicture(picture, wholeOf(picture)), { title: file.name, ...options });
}

export type UploadState =
  | { status: "idle" }
  | { status: "done" }
  | { status: "sending"; part: number }
  | { status: "failed"; code: string };

type Options = { folder: Folder; onUploaded: (url: string) => void; onFailed: () => void };

/** Uploads a picture, reports the progress, and keeps the picture for a retry. */
export function useUpload({ folder, onUploaded, onFailed }: Options) {
  const { keepSession } = useAuth();
  const [state, setState] = useState<UploadState>({ status: "idle" });
  const [kept, setKept] = useState<Blob | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    running.current = null;
  };

  const start = async (file: Blob, title?: string) => {
    stop();
    const control = new AbortController();
    running.current = control;
    setKept(file);
    setState({ status: "sending", part: 0 });
    const onProgress = (part: number) => {
      if (!control.signal.aborted) setState({ status: "sending", part });
    };
    try {
      const { url } = await keepSession(() => sendPicture(file, { folder, title, onProgress, signal: control.signal }));
      if (control.signal.aborted) return;
      setState({ status: "done" });
      setKept(null);
      onUploaded(url);
    } catch (error) {
      if (control.signal.aborted) return;
      setState({ status: "failed", code: errorCode(error) });
      onFailed();
    }
  };

  return {
    state,
    start: (file: Blob, title?: string) => void start(file, title),
    fail: (code: string) => setState({ status: "failed", code }),
    retry: kept ? () => void start(kept) : undefined,
    cancel: () => {
      stop();
      setKept(null);
      setState({ status: "idle" });
    },
  };
}
