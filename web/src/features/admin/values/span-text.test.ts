import { expect, test } from "vitest";
import { spanText } from "./span-text";

const minute = 60_000;

test.each([
  [20_000, "1 minute"],
  [-12 * minute, "12 minutes"],
  [59 * minute, "59 minutes"],
  [60 * minute, "1 hour"],
  [47 * 60 * minute, "47 hours"],
  [48 * 60 * minute, "2 days"],
])("%i ms is %s", (ms, text) => {
  expect(spanText("en", ms, "long")).toBe(text);
});

test("a duration is written in the reader's language", () => {
  expect(spanText("gu", 5 * 60 * minute, "long")).toContain("કલાક");
  expect(spanText("hi", 5 * 60 * minute, "long")).toContain("घंटे");
});
