// Draws pictures for tests pixel by pixel, as PNG.
import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [number, number, number];

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(body.length);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

export function paint(width: number, height: number, at: (x: number, y: number) => Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(at(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The shelves of a bakery under a striped awning. */
export const shelves = () =>
  paint(1200, 500, (x, y) => {
    if (y < 60) return (x / 120) % 2 < 1 ? [31, 95, 196] : [245, 248, 255];
    const row = (y - 60) % 150;
    if (row > 132) return [92, 58, 30];
    const bun = Math.hypot(((x + (y > 210 ? 40 : 0)) % 96) - 48, (row - 128) * 1.3);
    if (bun < 42 && row < 133) return bun < 30 ? [224, 168, 92] : [196, 134, 62];
    return [58, 34, 18];
  });

/** White, the worst background for white letters. */
export const white = () => paint(240, 100, () => [255, 255, 255]);
