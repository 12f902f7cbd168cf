// Every theme on a phone, as it comes and on its other paper.
import { fields } from "../web/src/api/fields.gen.ts";
import { violations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";

test.skip(({ isMobile }) => !isMobile, "the phone is where a theme is narrowest");
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** In CI the three that differ most: framed in print, dark, and without cards. */
const inCI = new Set(["akhbar", "slate", "sona"]);
const themes = Object.entries(fields.theme.sets).filter(([theme]) => !process.env.CI || inCI.has(theme));
const paths = process.env.CI ? ["/"] : ["/", "/services", "/blog", "/download", "/services/quote"];

for (const [number, [theme, own]] of themes.entries()) {
  test(`theme ${theme} is readable and fits a phone on both papers`, async ({ page, site, signIn }) => {
    await signIn();
    await page.setViewportSize({ width: 360, height: 740 });
    const lang = languages[number % languages.length] ?? "en";
    for (const mode of ["light", "dark"]) {
      await saveSite(page, site, { looks: { ...own, theme, mode } });
      for (const path of paths) {
        await page.goto(at(lang, path));
        await expect(page.locator("[data-cards]")).toHaveCount(theme === "sona" ? 0 : 1);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider, `${theme} ${mode} ${path} scrolls sideways`).toBeLessThanOrEqual(0);
        const found = await violations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
        expect(
          found.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)),
          `${theme} ${mode} ${path}`,
        ).toEqual([]);
      }
    }
  });
}

test("outside the default theme the name is the heading and the largest text", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { looks: { theme: "malai" } });
  await page.goto("/");
  const name = page.getByRole("heading", { level: 1 });
  await expect(name).toHaveText("Digital Market");
  const sizes = await page
    .locator("main :is(h1, h2, p)")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.max(...sizes.slice(0, 1), ...sizes.slice(2))).toBeLessThan(sizes[1] ?? 0);
  await expect(page.getByText(words.en["home.welcome"], { exact: true })).toHaveCSS("font-size", "12px");
});

test("three filled cards have three colours", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { looks: { theme: "slate" } });
  await page.goto("/");
  const cards = page.locator("#contact + div > a");
  await expect(cards).toHaveCount(3);
  const colours = await cards.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(colours).size).toBe(3);
});

test("what places blocks in columns leaves the share dialog and its button alone", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { looks: { theme: "malai", mainAction: "quote" } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  const share = page.getByRole("button", { name: words.en["home.share"] });
  const links = page.locator("#links + ul");
  await expect(links).toHaveCSS("align-items", "start");
  const columns = (list: typeof links) => list.evaluate((one) => getComputedStyle(one).gridTemplateColumns.split(" "));
  expect(await columns(links)).toHaveLength(2);
  const before = await share.boundingBox();
  await share.click();
  const dialog = page.getByRole("dialog");
  expect(await columns(dialog.getByRole("list"))).toHaveLength(3);
  await expect(dialog.getByRole("button", { name: words.en["share.copy"] })).toHaveCSS("padding-left", "20px");
  expect(await share.boundingBox()).toEqual(before);
});

test("the default theme draws a soft colour and dots once they are chosen", async ({ page, site, signIn }) => {
  await signIn();
  await page.goto("/");
  expect(await page.content()).not.toContain("data-back");
  for (const backdrop of ["gradient", "pattern"]) {
    await saveSite(page, site, { looks: { backdrop } });
    await page.goto("/services");
    await expect(page.locator(`[data-back=${backdrop}]`)).toHaveCSS("background-image", /gradient/);
  }
});

test("a theme is tried in the preview before it is saved", async ({ page, signIn }) => {
  const t = words.en;
  await signIn();
  await page.goto("/admin/edit-looks");
  const root = page.frameLocator("iframe").locator("html");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.getByText(t["field.theme.option.malai"], { exact: true }).tap();
  await expect(root).toHaveCSS("background-color", "rgb(251, 244, 232)");
  await expect(page.getByLabel(t["looks.colourCode"])).toHaveValue("#A63D1F");
  await page.getByRole("button", { name: t["admin.save"] }).tap();
  await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(251, 244, 232)");
});
