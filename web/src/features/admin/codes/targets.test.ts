import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { translator } from "../../../i18n/words";
import { pageOf, targetText } from "./targets";

test("a code without a target leads to the home page and is labelled so", () => {
  const t = translator(en);
  for (const target of ["", "/"]) {
    expect(pageOf(target)).toBe("/");
    expect(targetText(t, target, "")).toBe(en["codes.target.home"]);
  }
  expect(pageOf("/elsewhere")).toBeUndefined();
});
