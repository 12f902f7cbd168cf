import { uploadBytes } from "../../../api/limits.gen";

/** An area of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };

/** The longer side of the working copy: a phone has no memory for fifty megapixels. */
const workSide = 3000;
/** The longer side of an uploaded picture: more than any screen shows. */
const sentSide = 2000;
const quality = 0.9;
const thumbSide = 288;

function blank(width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2D canvas context");
  context.imageSmoothingQuality = "high";
  return { canvas, context };
}

const fitting = (width: number, height: number, side: number) => Math.min(1, side / Math.max(width, height));

/** Opens a file upright, whatever its orientation flag. Rejects formats that the browser cannot show. */
export async function openPicture(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const scale = fitting(bitmap.width, bitmap.height, workSide);
  const { canvas, context } = blank(bitmap.width * scale, bitmap.height * scale);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** The same picture, rotated by 90° to the right. */
export function turned(source: HTMLCanvasElement): HTMLCanvasElement {
  const { canvas, context } = blank(source.height, source.width);
  context.translate(canvas.width, 0);
  context.rotate(Math.PI / 2);
  context.drawImage(source, 0, 0);
  return canvas;
}

function drawn(source: HTMLCanvasElement, { x, y, width, height }: Area, side: number): HTMLCanvasElement {
  const scale = fitting(width, height, side);
  const { canvas, context } = blank(width * scale, height * scale);
  context.drawImage(source, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  const type = isOpaque(canvas) ? "image/jpeg" : "image/png";
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("encoding failed"))), type, quality),
  );
}

/** Encodes an area of a picture for the upload, reduced until it fits the server's limit. */
export async function cutPicture(source: HTMLCanvasElement, area: Area): Promise<Blob> {
  for (let side = sentSide; ; side *= 0.75) {
    const file = await encoded(drawn(source, area, side));
    if (file.size <= uploadBytes) return file;
  }
}

/** A thumbnail of an area, as a data URL. */
export function thumbnail(source: HTMLCanvasElement, area: Area): string {
  return drawn(source, area, thumbSide).toDataURL("image/png");
}

export function wholeOf({ width, height }: HTMLCanvasElement): Area {
  return { x: 0, y: 0, width, height };
}
