import { ApiError } from "../../api/errors";
import { type Lead, type LeadReceipt, sendLead } from "../../api/leads";
import { postWithProgress } from "../../api/post-with-progress";
import { dropPhotos, type Photo, readPhotos, setSending } from "./photos";

/** Without progress for so long, the message is sent without its pictures. */
const stalledMs = 30_000;
/** The same when all has been sent. Drawing three pictures may take the server more than a minute. */
const drawingMs = 150_000;

/** An answer about the message itself: without the pictures it would be the same. */
const isAboutTheMessage = (error: unknown) =>
  error instanceof ApiError && (error.issues.length > 0 || error.code === "conflict" || error.code === "too_many");

async function sendBoth(key: string, lead: Lead, photos: readonly Photo[]): Promise<LeadReceipt> {
  const body = new FormData();
  body.append("lead", JSON.stringify(lead));
  for (const { file, name } of photos) body.append("photos", file, name);
  const stop = new AbortController();
  const watch = (part = 0) =>
    setTimeout(() => stop.abort(new DOMException("stalled", "TimeoutError")), part < 1 ? stalledMs : drawingMs);
  let timer = watch();
  try {
    return (await postWithProgress("/api/v1/leads/photos", body, {
      headers: { "Idempotency-Key": key },
      onProgress: (part) => {
        clearTimeout(timer);
        timer = watch(part);
        setSending(part);
      },
      signal: stop.signal,
    })) as LeadReceipt;
  } finally {
    clearTimeout(timer);
    setSending(0);
  }
}

/** If the pictures cannot be sent, the message is sent alone, with the same key: the first attempt may have stored it. */
async function sendBothOrLead(key: string, lead: Lead, photos: readonly Photo[]): Promise<LeadReceipt> {
  try {
    return await sendBoth(key, lead, photos);
  } catch (error) {
    if (isAboutTheMessage(error)) throw error;
    const receipt = await sendLead(key, lead);
    const { photos: stored = 0 } = receipt;
    // If the first attempt stored some of them, nobody knows which.
    const lost = photos
      .slice(stored)
      .map(({ name }) => ({ name: stored > 0 ? "" : name, reason: "unavailable" as const }));
    return { ...receipt, lost };
  }
}

/** Sends a message with the chosen pictures. */
export async function sendWithPhotos(key: string, lead: Lead): Promise<LeadReceipt> {
  const photos = await readPhotos();
  const receipt = await (photos.length > 0 ? sendBothOrLead(key, lead, photos) : sendLead(key, lead));
  dropPhotos(photos);
  return receipt;
}
