import { expect, test } from "vitest";
import type { Sums } from "../../../api/insights";
import { langs } from "../../../lib/lang";
import { dayAfter, hourText, pointsOf, spanText, weekdayName } from "./days";
import { shareText } from "./figures";

const visits = (n: number): Sums => ({ visits: n });

test("each day is one point, with the day of the previous period", () => {
  const points = pointsOf("2026-02-27", [visits(1), {}, visits(3)], [visits(4), visits(5), {}]);
  expect(points.map(({ from, until }) => [from, until])).toEqual([
    ["2026-02-27", "2026-02-27"],
    ["2026-02-28", "2026-02-28"],
    ["2026-03-01", "2026-03-01"],
  ]);
  expect(points.map(({ sums, before }) => [sums.visits, before.visits])).toEqual([
    [1, 4],
    [undefined, 5],
    [3, undefined],
  ]);
});

test("a year is shown in whole weeks up to its last day", () => {
  const each = Array.from({ length: 365 }, (_, index) => visits(index));
  const points = pointsOf("2025-11-17", each, each);
  expect(points).toHaveLength(52);
  expect(points[0]?.from).toBe(dayAfter("2025-11-17", 1));
  expect(points.at(-1)?.until).toBe(dayAfter("2025-11-17", 364));
  expect(points[0]?.sums.visits).toBe(1 + 2 + 3 + 4 + 5 + 6 + 7);
});

test.each(langs)("days, hours and shares are written with Latin digits, also in %s", (lang) => {
  const span = spanText(lang, { from: "2026-11-09", until: "2026-11-15" }, "2026-11-16");
  expect(span).toContain("9");
  expect(span).toContain("15");
  expect(span).not.toContain("2026");
  expect(spanText(lang, { from: "2025-11-17", until: "2026-11-16" }, "2026-11-16")).toContain("2025");
  expect(hourText(lang, 20)).toContain("8");
  expect(shareText(lang, 1, 3)).toContain("33");
  expect(shareText(lang, 1, 18)).toContain("5.6");
  expect(shareText(lang, 1, 0)).toContain("0");
});

test("a week begins on Monday", () => {
  expect(weekdayName("en", 0, "long")).toBe("Monday");
  expect(weekdayName("gu", 6, "long")).toBe("રવિવાર");
});
