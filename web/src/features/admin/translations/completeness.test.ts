import { expect, test } from "vitest";
import { fields } from "../../../api/fields.gen";
import type { Item, Site, StoredSite } from "../../../api/types";
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
const item = (values: Item["values"], translations: Item["translations"] = {}): Item => ({
  id: "1",
  revision: 1,
  updatedAt: "",
  published: true,
  values,
  translations,
});

test("what came with the program needs no translation, what the owner wrote does", () => {
  const [hi] = talliesOf(stored({}), {});
  expect(hi).toMatchObject({ lang: "hi", total: 0, gaps: [] });
  const [hindi, gujarati] = talliesOf(
    stored({ tagline: "Since 1998", brandName: "Loom & Sons" }, { gu: { tagline: "૧૯૯૮થી", brandName: "રવિ" } }),
    {},
  );
  expect(hindi?.gaps).toEqual([{ field: "brandName" }, { field: "tagline" }]);
  expect(gujarati).toMatchObject({ done: 2, total: 2, gaps: [] });
});

test("an article is translated when title and content both are; its categories may stay", () => {
  const values = { title: "Title", content: "<p>Text</p>", categories: ["Tips"], author: "Admin" };
  const half = item(values, { hi: { title: "शीर्षक" } });
  const whole = item(values, { hi: { title: "शीर्षक", content: "<p>पाठ</p>" } });
  const [hi] = talliesOf(stored({}), { posts: [half, whole] });
  expect(hi).toMatchObject({ done: 1, total: 2, gaps: [{ collection: "posts", item: half }] });
});

test("a case study that is there is translated, too", () => {
  const values = { title: "T", description: "D", category: "C", caseStudy: "" };
  const words = { title: "शी", description: "वि", category: "श्रे" };
  expect(talliesOf(stored({}), { portfolio: [item(values, { hi: words })] })[0]?.gaps).toEqual([]);
  const told = item({ ...values, caseStudy: "<p>How</p>" }, { hi: words });
  expect(talliesOf(stored({}), { portfolio: [told] })[0]?.gaps).toHaveLength(1);
});

test.each([
  [0, 0, 100],
  [1, 2, 50],
  [999, 1000, 99],
])("%i of %i are %i per cent: almost everything is not everything", (done, total, share) => {
  expect(percent({ done, total })).toBe(share);
});
