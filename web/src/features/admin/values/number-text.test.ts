import { expect, test } from "vitest";
import { langs } from "../../../lib/lang";
import { changeText, numberText, rupeesText } from "./number-text";

test.each(langs)("a large number is grouped the Indian way in %s", (lang) => {
  expect(numberText(lang, 1_23_456)).toBe("1,23,456");
});

test("rupees have a currency sign, and changes a plus or minus", () => {
  expect(rupeesText("gu", 1_42_000)).toBe("₹1,42,000");
  expect([5, -3, 0, -1_23_456].map((by) => changeText("en", by))).toEqual(["+5", "−3", "±0", "−1,23,456"]);
});
