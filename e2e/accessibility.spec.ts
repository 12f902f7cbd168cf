import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

async function sound(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("  ")}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "the page scrolls sideways").toBeLessThanOrEqual(0);
}

for (const lang of languages) {
  test.describe(lang, () => {
    test.use({ expectedErrors: [/404/] });

    test("H2 SH1 N1 public pages and the share dialog have no serious accessibility problem", async ({ page }) => {
      await page.goto(at(lang, "/"));
      await sound(page);
      await page.locator("summary").click();
      await sound(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: words[lang]["home.share"] }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await sound(page);
      await page.goto(at(lang, "/nothing-here"));
      await sound(page);
    });

    test("A1 DB6 E1 the owner's screens have no serious accessibility problem", async ({ page, signIn }) => {
      await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
      await page.goto("/admin");
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await sound(page);
      await signIn();
      for (const screen of ["dashboard", "edit-brand-name", "edit-tagline", "edit-instagram", "edit-email"]) {
        await page.goto(`/admin/${screen}`);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await sound(page);
      }
    });
  });
}
