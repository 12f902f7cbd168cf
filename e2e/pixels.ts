import type { Page } from "@playwright/test";

/** The pixels of one of this site's pictures, as the browser draws it. */
export async function pixelsOf(page: Page, src: string, side: number): Promise<Uint8ClampedArray> {
  const base64 = await page.evaluate(
    async ([src, side]) => {
      const img = new Image(side, side);
      img.src = src;
      await img.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
      const context = canvas.getContext("2d");
      context?.drawImage(img, 0, 0, side, side);
      let bytes = "";
      for (const byte of context?.getImageData(0, 0, side, side).data ?? []) bytes += String.fromCharCode(byte);
      return btoa(bytes);
    },
    [src, side] as const,
  );
  return Uint8ClampedArray.from(Buffer.from(base64, "base64"));
}
