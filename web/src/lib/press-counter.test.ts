import { expect, test } from "vitest";
import { pressCounter } from "./press-counter";

test.each([
  ["5 quick presses", [0, 100, 200, 300, 400], 1],
  ["4 presses", [0, 100, 200, 300], 0],
  ["5 presses, each 3000 ms after the last", [0, 3000, 6000, 9000, 12_000], 1],
  ["a pause of 3001 ms before the fifth", [0, 100, 200, 300, 3301], 0],
  ["4, a pause, then 4", [0, 1, 2, 3, 9000, 9001, 9002, 9003], 0],
  ["a first press long after the page opened", [1e6, 1e6 + 1, 1e6 + 2, 1e6 + 3, 1e6 + 4], 1],
  ["10 presses count as twice 5", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 2],
])("H12 %s", (_, times, reached) => {
  let count = 0;
  const press = pressCounter({ presses: 5, idleMs: 3000, onReached: () => count++ });
  times.forEach(press);
  expect(count).toBe(reached);
});
