import { expect, test } from "vitest";
import { differenceOf } from "./difference";

test.each([
  ["Open till six", "Open till nine", { head: "Open till", before: " six", after: " nine", tail: "" }],
  ["A b c", "A c", { head: "A", before: " b", after: "", tail: " c" }],
  ["", "New", { head: "", before: "", after: "New", tail: "" }],
  ["same", "same", { head: "same", before: "", after: "", tail: "" }],
  ["સારો ધંધો", "સારો વ્યવસાય", { head: "સારો", before: " ધંધો", after: " વ્યવસાય", tail: "" }],
  ["one one", "one", { head: "one", before: " one", after: "", tail: "" }],
])("the difference between %j and %j is found", (before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference);
});

test("a long text is cut to whole words near the difference", () => {
  const long = "Sunday Monday ".repeat(30).trim();
  const { head, before, after, tail } = differenceOf(`${long} old ${long}`, `${long} new ${long}`);
  expect([before.trim(), after.trim()]).toEqual(["old", "new"]);
  for (const part of [head, tail]) {
    expect(part.length).toBeGreaterThan(60);
    expect(part.length).toBeLessThanOrEqual(82);
    expect(part.replace("…", "").trim()).toMatch(/^(Sunday|Monday)( (Sunday|Monday))+$/);
  }
  const endless = "x".repeat(200);
  expect(differenceOf(`${endless} a`, `${endless} b`).head).toHaveLength(81);
});
