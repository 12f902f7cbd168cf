import { useSyncExternalStore } from "react";

/** The server reads no more pictures, and no larger ones. */
export const mostPhotos = 3;
export const acceptedPhotos = "image/jpeg,image/png,image/webp,image/gif";

const longestSide = 1600;
const quality = 0.82;

/** A picture that the visitor has chosen. Without a canvas the browser cannot open it; the server decides about it. */
export type Photo = { id: number; name: string; file: Blob; canvas?: HTMLCanvasElement };

let photos: readonly Photo[] = [];
/** Ends when every file that was added is in `photos`. */
let reading = Promise.resolve();
/** Counts how often the pictures were dropped: a file that was added before must not join the next message. */
let generation = 0;
let sending = 0;
let nextId = 1;
const listeners = new Set<() => void>();

function update(changed: readonly Photo[]): void {
  photos = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen pictures. They live as long as the page, so closing the dialog loses none. */
const chosenPhotos = () => photos;
export const usePhotos = () => useSyncExternalStore(subscribe, chosenPhotos, chosenPhotos);

/** The chosen pictures, including those that are still being read. */
export const readPhotos = () => reading.then(chosenPhotos);

/** The share that was sent, from 0 to 1. */
export const useSending = () => useSyncExternalStore(subscribe, () => sending);

export function setSending(part: number): void {
  sending = part;
  for (const listener of listeners) listener();
}

export const removePhoto = (id: number) => update(photos.filter((photo) => photo.id !== id));

/** Drops the pictures that were sent, and files that are not read yet: nobody would see them before the next message. */
export function dropPhotos(sent: readonly Photo[]): void {
  generation++;
  update(photos.filter((photo) => !sent.includes(photo)));
}

/** The picture, upright and no larger than the server stores it, on white. A phone then sends a tenth of its file. */
async function shrunk(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

const jpegOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", quality);
  });

async function read(files: readonly File[], begun: number): Promise<void> {
  for (const file of files) {
    if (begun !== generation || photos.length >= mostPhotos) return;
    const photo: Photo = { id: nextId++, name: file.name, file };
    try {
      photo.canvas = await shrunk(file);
      photo.file = await jpegOf(photo.canvas);
    } catch {
      // The server names what is wrong with it.
    }
    if (begun === generation && photos.length < mostPhotos) update([...photos, photo]);
  }
}

/** Adds the files that there is room for, one after the other, because a phone has little memory. */
export function addPhotos(files: readonly File[]): void {
  const begun = generation;
  reading = reading.then(() => read(files, begun));
}
