import { expect, test } from "vitest";
import { publishState } from "./publishing";

test.each([
  [false, "2026-01-01", "draft"],
  [false, "2030-01-01", "draft"],
  [true, "2026-01-02", "published"],
  [true, "2026-01-03", "scheduled"],
] as const)("published %o with date %s is %s on 2 January", (published, date, state) => {
  expect(publishState(published, date, "2026-01-02")).toBe(state);
});
