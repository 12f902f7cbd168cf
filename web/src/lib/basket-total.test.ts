import { expect, test } from "vitest";
import cases from "../../../internal/domain/lead/testdata/baskets.json";
import en from "../../../locales/en.json";
import { translator } from "../i18n/words";
import { basketTotal, lineTotal } from "./basket-total";

test.each(cases)("totals are those of the server: $total", ({ lines, total }) => {
  const basket = lines.map((line, index) => ({ ...line, id: String(index), title: "Bread" }));
  expect(basket.map(lineTotal)).toEqual(lines.map((line) => line.total));
  expect(basketTotal(translator(en), basket)).toBe(total);
});
