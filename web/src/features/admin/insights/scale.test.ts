import { describe, expect, test } from "vitest";
import { area, labelled, line, places, shade, thin, ticks } from "./scale";

describe("the grid lines of a chart", () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 5, 10]],
    [236, [0, 100, 200, 300]],
    [1234, [0, 500, 1000, 1500]],
    [98_765, [0, 50_000, 100_000]],
  ])("are at round numbers for a maximum of %d", (most, expected) => {
    expect(ticks(most)).toEqual(expected);
  });

  test("are few integers that reach any maximum", () => {
    for (let most = 1; most < 5000; most += 7) {
      const all = ticks(most);
      expect(all.length).toBeLessThanOrEqual(5);
      expect(all.every(Number.isInteger)).toBe(true);
      expect(all.at(-1)).toBeGreaterThanOrEqual(most);
    }
  });
});

test("values become points from left to right, the highest on top", () => {
  const all = places([0, 5, 10], 10, 100, 50);
  expect(all).toEqual([
    { x: 0, y: 50 },
    { x: 50, y: 25 },
    { x: 100, y: 0 },
  ]);
  expect(line(all)).toBe("M0 50L50 25L100 0");
  expect(area(all, 50)).toBe("M0 50L50 25L100 0L100 50L0 50Z");
});

test("a single value is centred, and no values make an empty path", () => {
  expect(places([3], 3, 100, 50)).toEqual([{ x: 50, y: 0 }]);
  expect(places([0], 0, 100, 50)).toEqual([{ x: 50, y: 50 }]);
  expect(area([], 50)).toBe("");
});

test("only labels that fit are kept, including the last day's", () => {
  expect(labelled(7, 9)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (const count of [28, 52, 90]) {
    const all = labelled(count, 5);
    expect(all.length).toBeLessThanOrEqual(5);
    expect(all.at(-1)).toBe(count - 1);
    expect(new Set(all.map((index, n) => index - (all[n - 1] ?? index))).size).toBeLessThanOrEqual(2);
  }
});

test("a sparkline with too many values sums up neighbours, in groups counted back from the last value", () => {
  expect(thin([1, 2, 3], 5)).toEqual([1, 2, 3]);
  expect(thin([9, 1, 2, 3, 4], 3)).toEqual([3, 7]);
  expect(
    thin(
      Array.from({ length: 365 }, () => 1),
      30,
    ),
  ).toHaveLength(28);
});

test("a single visit is not white on the heat map, only zero is", () => {
  expect([0, 1, 250, 251, 500, 999, 1000].map((visits) => shade(visits, 1000))).toEqual([0, 1, 1, 2, 2, 4, 4]);
  expect(shade(1, 1)).toBe(4);
});
