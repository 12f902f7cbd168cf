import jsQR from "jsqr";
import { expect, test } from "./fixtures.ts";
import { at, languages, looked, words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { pixelsOf } from "./pixels.ts";
import { sound } from "./sound.ts";

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

for (const lang of looked) {
  test(`the owner passes on the ${lang} page from Home and from Page: link, message, code and stand`, async ({
    page,
    context,
    site,
    signIn,
  }) => {
    const t = words[lang];
    await signIn();
    await saveSite(page, site, { brandName: "Surya Bakery", primaryLanguage: lang });
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const dialog = page.getByRole("dialog", { name: t["sharing.title"] });
    const url = `${site.baseURL}/`;
    for (const path of ["/admin/page", "/admin/dashboard"]) {
      await page.goto(path);
      await page.getByRole("button", { name: t["sharing.title"] }).click();
      await expect(dialog.getByRole("textbox", { name: t["insights.start.link"] })).toHaveValue(url);
    }
    await sound(page);
    await dialog.getByRole("button", { name: t["draftLink.copy"], exact: true }).click();
    await expect(page.getByText(t["draftLink.copied"], { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    const href =
      (await dialog.getByRole("link", { name: new RegExp(t["sharing.whatsapp"]) }).getAttribute("href")) ?? "";
    expect(new URL(href).hostname).toBe("wa.me");
    expect(new URL(href).searchParams.get("text")).toBe(`Surya Bakery\n${t["sharing.message"]} ${url}`);
    const code = dialog.getByRole("img");
    const source = await code.evaluate((image: HTMLImageElement) => image.src);
    expect(jsQR(await pixelsOf(page, source, 400), 400, 400)?.data).toBe(url);
    await dialog.getByRole("link", { name: new RegExp(t["codes.stand.name"]) }).click();
    const make = page.getByRole("dialog", { name: t["codes.new"] });
    await expect(make.getByLabel(t["codes.name"])).toHaveValue(t["codes.stand.name"]);
    await make.getByRole("button", { name: t["codes.make"] }).click();
    const print = page.getByRole("link", { name: t["codes.print.pdf"] });
    await expect(print).toBeVisible();
    await page.goto("/admin/codes?stand");
    await expect(print).toBeVisible();
    await page.goto("/admin/edit-qr-code");
    await page.getByRole("main").getByRole("link", { name: t["screen.codes.title"] }).click();
    await expect(page).toHaveURL(/\/admin\/codes$/);
  });
}

test("visitors can share the profile whatever its main action is", async ({ page, site, signIn }) => {
  await signIn();
  const contact = { phone: "+91 98980 00001" };
  for (const mainAction of ["whatsapp", "call", "shop", "quote"]) {
    await saveSite(page, site, {
      brandName: "Loom",
      contact,
      shopButtonUrl: "https://loom.example",
      looks: { mainAction },
    });
    await page.goto("/");
    await page.getByRole("button", { name: words.en["home.share"] }).click();
    await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue(`${site.baseURL}/`);
    await sound(page);
  }
});
