import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

test("R5 every page exists in each language and names its alternates", async ({ page }) => {
  for (const lang of languages) {
    await page.goto(at(lang, "/"));
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    for (const other of languages) {
      const href = await page.locator(`link[rel=alternate][hreflang=${other}]`).getAttribute("href");
      expect(new URL(href ?? "").pathname).toBe(at(other, "/"));
    }
  }
});

test("R5 an unprefixed page redirects to the stored language before the first paint", async ({ page }) => {
  await page.goto("/gu");
  await page.evaluate(() => localStorage.setItem("language", "gu"));
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const seen = JSON.parse(sessionStorage.getItem("seen") ?? "[]");
      const visible = !document.documentElement.hidden && document.body.textContent.includes("WELCOME");
      sessionStorage.setItem("seen", JSON.stringify([...seen, visible]));
    });
  });
  await page.evaluate(() => sessionStorage.setItem("before", String(history.length)));
  await page.goto("/?from=story#contact");
  await expect(page).toHaveURL(/\/gu\?from=story#contact$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "gu");
  const [seen, before] = await page.evaluate(() => [sessionStorage.getItem("seen"), sessionStorage.getItem("before")]);
  expect(JSON.parse(seen ?? "[]")).not.toContain(true);
  expect(await page.evaluate(() => history.length)).toBe(Number(before) + 1); // goto's own entry, none for the replacement
});

test("R5 a prefixed page shows its own language, whatever is stored", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("language", "gu"));
  await page.goto("/hi");
  await expect(page).toHaveURL(/\/hi$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
});

test("H11 the menu lists the languages, the current one in bold, and choosing one stores it and opens its page", async ({
  page,
}) => {
  await page.goto("/");
  const menu = page.locator("summary");
  for (const [from, to] of [
    ["en", "gu"],
    ["gu", "hi"],
    ["hi", "en"],
  ] as const) {
    await menu.click();
    const links = page.locator("a[data-lang]");
    await expect(links).toHaveText([words.en["language.en"], words.en["language.hi"], words.en["language.gu"]]);
    for (const lang of languages) {
      const weight = await page
        .locator(`a[data-lang=${lang}]`)
        .evaluate((link) => Number(getComputedStyle(link).fontWeight));
      expect(weight >= 700).toBe(lang === from);
    }
    await page.locator(`a[data-lang=${to}]`).click();
    await expect(page.locator("html")).toHaveAttribute("lang", to);
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe(to);
  }
});

test("H12 five presses of the language button, each within three seconds, lead to /admin", async ({ page }) => {
  // All presses in one call: a look at the page in between may take longer than three seconds.
  const press = (times: number) => page.locator("summary").click({ clickCount: times });
  await page.goto("/");
  await press(4);
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await press(5);
  await expect(page).toHaveURL(/\/admin$/);
});

test("H12 four presses and a pause do not lead to /admin", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  const menu = page.locator("summary");
  await page.clock.runFor(2000); // the page hydrates when idle
  for (let press = 0; press < 4; press++) await menu.click();
  await page.clock.runFor(3001);
  for (let press = 0; press < 4; press++) await menu.click();
  await expect(page).toHaveURL(/\/$/);
  await menu.click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("C8 an unknown stored language falls back to English", async ({ page }) => {
  await page.goto("/gu");
  await page.evaluate(() => localStorage.setItem("language", "fr"));
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: words.en["admin.adminLogin"] })).toBeVisible();
});

for (const lang of languages) {
  test(`R5 /admin uses the stored language ${lang}`, async ({ page }) => {
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: words[lang]["admin.adminLogin"] })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page).toHaveURL(/\/admin$/);
  });
}

test("C8 every feature works without local storage", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto("/");
  await page.locator("summary").click();
  await page.locator("a[data-lang=gu]").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "gu");
});
