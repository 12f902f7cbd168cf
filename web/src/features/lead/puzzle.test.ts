import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { solve } from "./puzzle";

test("a solution contains the numbers that the server expects", async () => {
  const raw = Buffer.from(Array.from({ length: 54 }, (_, i) => (i * 37) % 256));
  const rounds = 10;
  const answers = [0, 255, 77, 3];
  const targets = answers.map((answer, puzzle) => {
    const salt = Buffer.alloc(5);
    salt.writeUInt8(puzzle);
    salt.writeUInt32BE(answer, 1);
    return pbkdf2Sync(raw.subarray(-32), salt, rounds, 4, "sha256").readUInt32BE();
  });
  const form = { token: raw.toString("base64url"), targets, bits: 8, rounds, waitMs: 0, liveMs: 0 };
  const solution = Buffer.from(await solve(form), "base64url");
  expect(answers.map((_, puzzle) => solution.readUInt32BE(4 * puzzle))).toEqual(answers);
});
