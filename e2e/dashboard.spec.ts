import { adminPaths } from "./admin-paths.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";

for (const lang of languages) {
  test(`DB1 DB2 DB3 DB4 DB5 DB6 R2 the ${lang} dashboard links to every screen, the public page and sign-out`, async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin/dashboard");
    const t = words[lang];
    await expect(page.getByText(site.owner.email).filter({ visible: true }).first()).toBeVisible();
    const ownTabs = new Set(["/admin/dashboard", "/admin/page", "/admin/insights"]);
    const ofWords = (path: string) =>
      ["/admin/trade", "/admin/hours", "/admin/edit-form"].includes(path) || path.startsWith("/admin/edit-words-");
    for (const path of adminPaths.filter((path) => !ownTabs.has(path) && !ofWords(path))) {
      await expect(page.locator(`main section a[href="${path}"]`).last()).toBeVisible();
    }
    const preview = page.locator("section", { has: page.getByRole("heading", { name: t["section.actions"] }) });
    await expect(preview.getByRole("link", { name: t["home.shop"] })).toHaveAttribute("href", /example\.com\/shop/);
    await expect(preview.getByRole("link", { name: t["home.feedback"] })).toHaveAttribute("href", /feedback/);
    await expect(page.locator(`a[href="${at(lang, "/")}"]`).first()).toBeVisible();
    await expect(page.getByRole("button", { name: t["admin.logout"] }).filter({ visible: true })).toBeVisible();

    await page.goto("/admin/page");
    for (const path of adminPaths.filter(ofWords)) {
      await expect(page.locator(`main section a[href="${path}"]`)).toBeVisible();
    }
  });
}

test.describe("on a phone only, because the width does not matter", () => {
  test.skip(({ isMobile }) => !isMobile);

  test("DB6 the first-run list tracks which sample content is replaced, and can be hidden", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await page.goto("/admin/dashboard");
    const list = page.locator("section", { has: page.getByRole("heading", { name: words.en["firstRun.title"] }) });
    // Choosing a trade is one of the steps: with STATE=agency it is done.
    const done = process.env.STATE === "agency" ? 1 : 0;
    await expect(list).toContainText(`${done} of 5 done`);
    await list.getByRole("link", { name: words.en["firstRun.name.change"] }).click();
    await expect(page).toHaveURL(/\/admin\/edit-brand-name$/);
    await saveSite(page, site, { brandName: "Loom & Sons" });
    await page.goto("/admin/dashboard");
    await expect(list).toContainText(`${done + 1} of 5 done`);
    await expect(list.getByRole("link", { name: words.en["firstRun.name.change"] })).toBeHidden();
    const hide = list.getByRole("button", { name: words.en["firstRun.hide"] });
    await hide.click();
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: words.en["admin.undo"] }).click();
    await hide.click();
    await expect(list).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: words.en["section.profile"] })).toBeVisible();
    await expect(list).toBeHidden();
    await page.getByRole("button", { name: words.en["firstRun.show"] }).click();
    await expect(list).toContainText(`${done + 1} of 5 done`);
    await page.reload();
    await expect(list).toBeVisible();
  });

  test("the first steps are five; each other sample is counted below until it is changed or hidden", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    const steps = page.locator("section", { has: page.getByRole("heading", { name: words.en["firstRun.title"] }) });
    const others = async () => {
      await page.goto("/admin/dashboard");
      const [count] = /\d+/.exec((await steps.locator("summary").textContent()) ?? "") ?? [];
      return Number(count);
    };
    const begun = await others();
    await expect(steps.locator("ul").first().getByRole("listitem")).toHaveCount(5);
    await saveSite(page, site, { socialLinks: { instagram: "https://instagram.com/loom" } });
    expect(await others()).toBe(begun - 1);
    await saveSite(page, site, { socialLinks: { facebook: "https://facebook.com/loom" }, show: { youtube: "no" } });
    expect(await others()).toBe(begun - 3);
    await expect(steps).toContainText(/^.*0 of 5 done/);
  });

  test("DB2 M1 a screen opens at its top, and going back restores the scroll position", async ({ page, signIn }) => {
    const top = () => page.evaluate(() => Math.round(window.scrollY));
    await signIn();
    await page.goto("/admin/dashboard");
    await page.locator('main section a[href="/admin/edit-blog"]').last().tap();
    const last = page.getByRole("rowheader").last().getByRole("link");
    await last.scrollIntoViewIfNeeded();
    const left = await top();
    expect(left).toBeGreaterThan(500);
    await last.tap();
    await expect(page.getByRole("button", { name: words.en["admin.save"], exact: true })).toBeVisible();
    expect(await top()).toBe(0);
    await page.goBack();
    await expect.poll(top).toBe(left);
    await last.tap();
    await page.getByRole("button", { name: words.en["manager.cancel"] }).tap();
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
  });

  test("DB2 missing translations are counted, listed and linked", async ({ page, signIn, site }) => {
    await signIn();
    await saveSite(page, site, { tagline: "Since 1998 in Rajkot" });
    await page.goto("/admin/dashboard");
    const entry = page.locator('main section a[href="/admin/translations"]');
    await expect(entry).toContainText(/हिंदी \d+% · ગુજરાતી \d+%/);
    await entry.click();
    const gujarati = page.getByRole("region", { name: "ગુજરાતી" });
    const before = Number.parseInt((await gujarati.getByText("%").textContent()) ?? "", 10);
    await gujarati.getByRole("link", { name: words.en["field.tagline.label"] }).click();
    const input = page.locator('form [name="tagline"]');
    await expect(input).toHaveAttribute("lang", "gu");
    await input.fill("૧૯૯૮થી રાજકોટમાં");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/translations$/);
    await expect(gujarati.getByRole("link", { name: words.en["field.tagline.label"] })).toBeHidden();
    const after = Number.parseInt((await gujarati.getByText("%").textContent()) ?? "", 10);
    expect(after).toBeGreaterThan(before);
  });
});
