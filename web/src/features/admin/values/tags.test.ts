import { expect, test } from "vitest";
import { joinTags, parseTags } from "./tags";

test.each([
  ["SEO, Ads", ["SEO", "Ads"]],
  ["  SEO ,, ,Ads,", ["SEO", "Ads"]],
  ["ગામ, शहर ,city", ["ગામ", "शहर", "city"]],
  ["one", ["one"]],
  ["SEO, SEO", ["SEO"]],
  ["", []],
  [" , ,", []],
])("M5 M7 %o is the list %o", (text, tags) => {
  expect(parseTags(text)).toEqual(tags);
  expect(parseTags(joinTags(tags))).toEqual(tags);
});
