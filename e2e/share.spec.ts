import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

for (const lang of languages) {
  test(`SH1 the ${lang} share dialog shows the profile's address and copies it`, async ({ page, context, site }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(at(lang, "/"));
    const t = words[lang];
    await page.getByRole("button", { name: t["home.share"] }).click();
    const dialog = page.getByRole("dialog");
    const url = site.baseURL + at(lang, "/");
    await expect(dialog.getByRole("textbox")).toHaveValue(url);
    await expect(dialog.getByRole("textbox")).toHaveAttribute("readonly");
    await dialog.getByRole("button", { name: t["share.copy"], exact: true }).click();
    await expect(page.getByText(t["share.copied"], { exact: true })).toBeVisible();
    await expect(page.getByText(t["share.copied.description"])).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.keyboard.press("Escape");
    await expect(dialog).not.toBeVisible();
  });
}

test("SH2 each way of sharing opens its own link in a new tab", async ({ page, site }) => {
  await page.goto("/");
  await page.getByRole("button", { name: words.en["home.share"] }).click();
  const dialog = page.getByRole("dialog");
  const encoded = encodeURIComponent(`${site.baseURL}/`);
  for (const [name, host] of [
    ["WhatsApp", "wa.me"],
    ["Telegram", "t.me"],
    ["Facebook", "www.facebook.com"],
    ["LinkedIn", "www.linkedin.com"],
    ["Twitter", /^(twitter|x)\.com$/],
  ] as const) {
    const link = dialog.getByRole("link", { name });
    const href = (await link.getAttribute("href")) ?? "";
    expect(new URL(href).hostname).toMatch(host);
    expect(href).toContain(encoded);
    await expect(link).toHaveAttribute("target", "_blank");
  }
  const other = (await dialog.getByRole("link", { name: "Other" }).getAttribute("href")) ?? "";
  expect(other).toMatch(/^mailto:\?/);
  expect(new URL(other).searchParams.get("subject")).toBe("Check out Digital Market's profile!");
});

test("SH1 a press on Share before the page is hydrated is not lost", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: words.en["home.share"] }).click();
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});
