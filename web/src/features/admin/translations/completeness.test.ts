import { expect, test } from "vitest";
import { collections } from "../../../api/collections.gen";
import { fields } from "../../../api/fields.gen";
import type { ItemCounts, Site, StoredSite } from "../../../api/types";
import { writePath } from "../values/at-path";
import { type Counts, percent, talliesOf } from "./completeness";

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
const nothing = Object.fromEntries(Object.keys(collections).map((name) => [name, none])) as Counts;

test("built-in texts need no translation, the owner's texts do", () => {
  const [hi] = talliesOf(stored({}), nothing);
  expect(hi).toMatchObject({ lang: "hi", total: 0, fields: [], lists: [] });
  const [hindi, gujarati] = talliesOf(
    stored({ tagline: "Since 1998", brandName: "Loom & Sons" }, { gu: { tagline: "૧૯૯૮થી", brandName: "રવિ" } }),
    nothing,
  );
  expect(hindi?.fields).toEqual(["brandName", "tagline"]);
  expect(gujarati).toMatchObject({ done: 2, total: 2, fields: [] });
});

test("for a Gujarati owner, English and Hindi are translations, and an identical name counts as translated", () => {
  const tallies = talliesOf(
    stored(
      { primaryLanguage: "gu", brandName: "Surya", tagline: "", businessName: "" },
      { gu: { brandName: "Surya", tagline: "ઘરનું અને ગરમ", businessName: "સૂર્ય" } },
    ),
    nothing,
  );
  expect(tallies.map(({ lang }) => lang)).toEqual(["en", "hi"]);
  expect(tallies[0]).toMatchObject({ lang: "en", total: 3, fields: ["tagline", "businessName"] });
  expect(tallies[1]).toMatchObject({ lang: "hi", total: 3, fields: ["brandName", "tagline", "businessName"] });
});

test("the owner's language comes first if it lacks a text", () => {
  const [first] = talliesOf(stored({ primaryLanguage: "gu", tagline: "Since 1998" }), nothing);
  expect(first).toMatchObject({ lang: "gu", done: 0, fields: ["tagline"] });
});

test("a language that the site does not offer lacks nothing", () => {
  const tallies = talliesOf(stored({ languages: "en,gu", tagline: "Since 1998" }), nothing);
  expect(tallies.map(({ lang }) => lang)).toEqual(["gu"]);
});

test("untranslated list items count as missing", () => {
  const posts = { total: 5, bin: 9, samples: 5, missing: { hi: 2, gu: 0 } };
  const [hi, gu] = talliesOf(stored({ tagline: "Since 1998" }), { ...nothing, posts });
  expect(hi).toMatchObject({ done: 3, total: 6, fields: ["tagline"], lists: ["posts"] });
  expect(gu).toMatchObject({ done: 5, total: 6, lists: [] });
});

test.each([
  [0, 0, 100],
  [1, 2, 50],
  [999, 1000, 99],
])("%i of %i are %i per cent, never rounding up", (done, total, share) => {
  expect(percent({ done, total })).toBe(share);
});
