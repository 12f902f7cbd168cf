import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

test.use({ javaScriptEnabled: false });

for (const lang of languages) {
  test(`H1 without JavaScript the ${lang} page still shows everything and its links work`, async ({ page }) => {
    await page.goto(at(lang, "/"));
    await expect(page.getByRole("heading", { name: "Digital Market" })).toBeVisible();
    await expect(page.getByText(words[lang]["default.tagline"], { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(words[lang]["home.links.services"]) })).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toBeVisible();
    await page.locator("summary").click();
    const other = lang === "gu" ? "hi" : "gu";
    await page.locator(`a[data-lang=${other}]`).click();
    await expect(page.locator("html")).toHaveAttribute("lang", other);
  });
}
