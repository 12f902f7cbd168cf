import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import { translator } from "../../../i18n/words";
import { formatPrice, parsePrice, priceText, typedPrice } from "./price";

test.each([
  ["450", "45000"],
  ["₹1,00,000", "10000000"],
  ["Rs. 450.5", "45050"],
  ["४५०/-", "45000"],
  ["  ", ""],
])("the amount %s is stored as %s", (typed, stored) => {
  expect(formatPrice({ kind: "exact", low: typed, high: "" })).toBe(stored);
});

test.each(["cheap", "450.555", "450+", "450-900", "ask"])(
  "%s is no amount: it stays as typed and is refused, not read as paise",
  (low) => {
    for (const kind of ["exact", "from", "span"] as const)
      expect(parsePrice(formatPrice({ kind, low, high: "2000" })), kind).toBeUndefined();
    expect(typedPrice(formatPrice({ kind: "exact", low, high: "" })).low).toBe(low);
  },
);

test("a price keeps its kind when it is stored and read again", () => {
  for (const value of ["45000", "45050+", "45000-90000", "ask"]) {
    expect(formatPrice(typedPrice(value))).toBe(value);
  }
  expect(formatPrice({ kind: "span", low: "450", high: "" })).toBe("45000-");
});

test("prices read as on the public page", () => {
  const t = translator(en);
  expect(priceText(t, "en", "10000000")).toBe("₹1,00,000");
  expect(priceText(t, "en", "4550+")).toBe("from ₹45.50");
  expect(priceText(t, "en", "45000-90000")).toBe("₹450–₹900");
  expect(priceText(t, "en", "ask")).toBe("Price on request");
  expect(priceText(t, "en", "")).toBe("");
  expect(priceText(translator(gu), "gu", "10000000+")).toBe("₹1,00,000થી");
});
