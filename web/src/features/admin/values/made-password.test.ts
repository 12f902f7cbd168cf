import { expect, test } from "vitest";
import { madePassword } from "./made-password";

test("a generated password is long, readable and unique", () => {
  const made = Array.from({ length: 500 }, madePassword);
  for (const one of made) expect(one).toMatch(/^(?:[a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
  expect(new Set(made).size).toBe(500);
});

test("all characters are equally likely", () => {
  const counts = new Map<string, number>();
  for (const letter of Array.from({ length: 2000 }, madePassword).join("").replaceAll("-", "")) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(31);
  for (const n of counts.values()) expect(Math.abs(n - 40_000 / 31)).toBeLessThan(250);
});
