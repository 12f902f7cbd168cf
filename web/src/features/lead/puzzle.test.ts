import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { solve } from "./puzzle";

test("a solution has the zeros the server will count", async () => {
  const raw = Buffer.from(Array.from({ length: 54 }, (_, i) => (i * 37) % 256));
  const puzzles = 16;
  const bits = 8;
  const solution = Buffer.from(await solve({ token: raw.toString("base64url"), puzzles, bits }), "base64url");
  expect(solution).toHaveLength(4 * puzzles);
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    const hash = createHash("sha256");
    hash.update(raw.subarray(-32)).update(Buffer.from([puzzle]));
    hash.update(solution.subarray(4 * puzzle, 4 * puzzle + 4));
    expect(hash.digest().readUInt32BE() >>> (32 - bits)).toBe(0);
  }
});
