import { expect, test } from "./fixtures.ts";
import { languages, words } from "./languages.ts";

for (const lang of languages) {
  test(`DB2 DB5 DB6 the ${lang} dashboard leads to every screen, home and out`, async ({ page, signIn, site }) => {
    await signIn();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin/dashboard");
    const t = words[lang];
    await expect(page.getByText(site.owner.email).filter({ visible: true }).first()).toBeVisible();
    for (const screen of ["brand-name", "tagline", "instagram", "email"] as const) {
      const entry = page.locator(`a[href="/admin/edit-${screen}"]`);
      await expect(entry).toContainText(t[`screen.${screen}.title`]);
      await expect(entry).toBeEnabled();
    }
    await expect(page.locator('a[href="/"]').first()).toBeVisible();
    await expect(page.getByRole("button", { name: t["admin.logout"] }).first()).toBeVisible();
  });
}
