import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { addToBasket, mostOfOne, refreshBasket, takeFromBasket, useBasket } from "./basket";
import { kept } from "./kept";

const bread = { id: "bread", title: "Bread", price: "₹40", unit: "Each", cost: "4000", revision: 3 };
const cake = { id: "cake", title: "Cake", price: "from ₹650", cost: "65000+", revision: 4 };

afterEach(() => {
  cleanup();
  refreshBasket([], true);
});

function shown() {
  const { result } = renderHook(useBasket);
  return result.current.map(({ id, quantity, revision }) => [id, quantity, revision]);
}

test("a service is added, counted and taken out", () => {
  addToBasket(bread, 1);
  addToBasket(cake, 1);
  addToBasket(bread, 1);
  expect(shown()).toEqual([
    ["bread", 2, 3],
    ["cake", 1, 4],
  ]);
  addToBasket(cake, -1);
  expect(shown()).toEqual([["bread", 2, 3]]);
  takeFromBasket(["bread"]);
  expect(shown()).toEqual([]);
});

test("a basket is bounded", () => {
  for (let n = 0; n <= mostOfOne; n++) addToBasket(bread, 1);
  for (let n = 0; n < 60; n++) addToBasket({ ...cake, id: `cake ${n}` }, 1);
  expect(shown()).toHaveLength(50);
  expect(shown()[0]).toEqual(["bread", mostOfOne, 3]);
});

test("the basket follows the prices that a page shows", () => {
  const { result } = renderHook(useBasket);
  act(() => {
    addToBasket(bread, 2);
    addToBasket(cake, 1);
  });
  const before = result.current;
  act(() => refreshBasket([bread], false));
  expect(result.current, "nothing has changed").toBe(before);
  act(() => refreshBasket([{ ...bread, cost: "5000", revision: 9 }], false));
  expect(shown()).toEqual([
    ["bread", 2, 9],
    ["cake", 1, 4],
  ]);
  act(() => refreshBasket([bread], true));
  expect(shown(), "the whole list has no cake any more").toEqual([["bread", 2, 3]]);
});

test("a basket survives a reload of the page", async () => {
  addToBasket(bread, 2);
  expect(kept("basket")).toMatchObject([{ id: "bread", quantity: 2 }]);
  vi.resetModules();
  const again = await import("./basket");
  const { result } = renderHook(again.useBasket);
  expect(result.current).toMatchObject([{ id: "bread", title: "Bread", quantity: 2 }]);
});
