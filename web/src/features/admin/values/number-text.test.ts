import { expect, test } from "vitest";
import { langs } from "../../../lib/lang";
import { numberText } from "./number-text";

test.each(langs)("a large number is grouped as in India, also in %s", (lang) => {
  expect(numberText(lang, 1_23_456)).toBe("1,23,456");
});
