import { expect, test } from "vitest";
import { fields } from "../../../api/fields.gen";
import type { ItemCounts, Site, StoredSite } from "../../../api/types";
import { writePath } from "../values/at-path";
import { percent, talliesOf } from "./completeness";

const site = Object.values(fields).reduce(
  (site, { path, default: text }) => writePath(site, path, text),
  {} as unknown as Site,
);
const stored = (change: Partial<Site>, translations: StoredSite["translations"] = {}): StoredSite => ({
  revision: 1,
  updatedAt: "",
  site: { ...site, ...change },
  translations,
});
const none: ItemCounts = { total: 0, bin: 0, samples: 0, missing: { hi: 0, gu: 0 } };
const nothing = { blocks: none, posts: none, portfolio: none, services: none };

test("what came with the program needs no translation, what the owner wrote does", () => {
  const [hi] = talliesOf(stored({}), nothing);
  expect(hi).toMatchObject({ lang: "hi", total: 0, fields: [], lists: [] });
  const [hindi, gujarati] = talliesOf(
    stored({ tagline: "Since 1998", brandName: "Loom & Sons" }, { gu: { tagline: "૧૯૯૮થી", brandName: "રવિ" } }),
    nothing,
  );
  expect(hindi?.fields).toEqual(["brandName", "tagline"]);
  expect(gujarati).toMatchObject({ done: 2, total: 2, fields: [] });
});

test("of who writes Gujarati, English and Hindi are the others; a name that is alike in both is no gap", () => {
  const [first, second, ...rest] = talliesOf(
    stored(
      { primaryLanguage: "gu", brandName: "Surya", tagline: "", businessName: "" },
      { gu: { brandName: "Surya", tagline: "ઘરનું અને ગરમ", businessName: "સૂર્ય" } },
    ),
    nothing,
  );
  expect(first).toMatchObject({ lang: "en", total: 3, fields: ["tagline", "businessName"] });
  expect(second).toMatchObject({ lang: "hi", total: 3, fields: ["brandName", "tagline", "businessName"] });
  expect(rest).toEqual([]);
});

test("what is not there in the language one writes in comes first", () => {
  const [first] = talliesOf(stored({ primaryLanguage: "gu", tagline: "Since 1998" }), nothing);
  expect(first).toMatchObject({ lang: "gu", done: 0, fields: ["tagline"] });
});

test("what readers of a language miss of a list is missing from the whole", () => {
  const posts = { total: 5, bin: 9, samples: 5, missing: { hi: 2, gu: 0 } };
  const [hi, gu] = talliesOf(stored({ tagline: "Since 1998" }), { ...nothing, posts });
  expect(hi).toMatchObject({ done: 3, total: 6, fields: ["tagline"], lists: ["posts"] });
  expect(gu).toMatchObject({ done: 5, total: 6, lists: [] });
});

test.each([
  [0, 0, 100],
  [1, 2, 50],
  [999, 1000, 99],
])("%i of %i are %i per cent: almost everything is not everything", (done, total, share) => {
  expect(percent({ done, total })).toBe(share);
});
