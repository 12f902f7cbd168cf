// An owner who writes only Gujarati, from choosing the language to the first English text.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { languages, words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.gu;

/** The path of a page on a site whose primary language is Gujarati. */
const at = (lang: (typeof languages)[number], path: string) =>
  lang === "gu" ? path : `/${lang}${path === "/" ? "" : path}`;

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: t["admin.save"], exact: true }).tap();
const said = (text: string, language: string) => text.replace("{language}", language);

const name = "સૂર્ય ફરસાણ";
const tagline = "ઘરનું બનેલું, ગરમાગરમ";
const link = "ઓનલાઇન ઓર્ડર";
const article = { title: "દિવાળીના નવા ભાવ", text: "આ વર્ષે નાસ્તાના ભાવ ઘટ્યા છે." };

async function write(page: Page, screen: "brand-name" | "tagline", key: "brandName" | "tagline", text: string) {
  await page.goto(`/admin/edit-${screen}`);
  const input = field(page, t[`field.${key}.label`]);
  await expect(input).toHaveAttribute("lang", "gu");
  await expect(input).toHaveAttribute("required");
  await input.fill(text);
  await save(page);
  await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();
}

test("text written only in Gujarati is shown in every language until English is added", async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn();
  await page.goto("/admin");
  const en = words.en;
  const choice = page.getByRole("group", { name: en["primary.label"] });
  await choice.locator("label", { hasText: en["language.gu"] }).tap();
  await page.getByRole("button", { name: said(en["primary.app"], en["field.primaryLanguage.option.gu"]) }).tap();
  await expect(page.getByRole("heading", { name: t["firstRun.title"] })).toBeVisible();
  await sound(page);

  await write(page, "brand-name", "brandName", name);
  await write(page, "tagline", "tagline", tagline);

  await page.goto("/admin/edit-blocks");
  await page.getByRole("link", { name: t["manager.blocks.add"] }).tap();
  await page.getByRole("link", { name: t["block.kind.link.hint"] }).tap();
  await field(page, t["item.blocks.title"]).fill(link);
  await field(page, t["item.blocks.address"]).fill("surya.in");
  await expect(page.frameLocator("iframe").getByRole("link", { name: link })).toBeVisible();
  await save(page);
  await expect(page.getByRole("row", { name: new RegExp(link) })).toBeVisible();

  await page.goto("/admin/edit-blog?new");
  await field(page, t["item.posts.title"]).fill(article.title);
  const editor = field(page, t["item.posts.content"]);
  await editor.tap();
  await editor.pressSequentially(article.text);
  await sound(page);
  await page.getByRole("button", { name: t["publish.now"], exact: true }).tap();
  await expect(page.getByRole("row", { name: new RegExp(article.title) })).toBeVisible();

  // An English reader has no stored language.
  const visitor = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  // While a page is re-rendered, visitors may still get the previous version.
  const see = (path: string, text: string) =>
    expect(async () => {
      await visitor.goto(path);
      await expect(visitor.getByText(text, { exact: true }).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
  for (const lang of languages) {
    await see(at(lang, "/"), tagline);
    await expect(visitor.locator("html")).toHaveAttribute("lang", lang);
    await expect(visitor.getByText(name, { exact: true }).first()).toBeVisible();
    await expect(visitor.getByRole("link", { name: link })).toHaveAttribute("href", "https://surya.in");
    await see(at(lang, "/blog"), article.title);
    await visitor.getByRole("link", { name: article.title }).first().click();
    await expect(visitor.getByText(article.text)).toBeVisible();
    await expect(visitor.locator("article[lang=gu], [lang=gu] h1, h1[lang=gu], html[lang=gu]").first()).toBeAttached();
    await expect(visitor.getByText(words[lang]["blog.writtenIn.gu"])).toHaveCount(lang === "gu" ? 0 : 1);
  }

  await page.goto("/admin/translations");
  await expect(page.getByRole("group", { name: t["primary.label"] }).getByRole("radio", { checked: true })).toHaveValue(
    "gu",
  );
  const english = page.getByRole("region", { name: t["language.en"] });
  await expect(english.getByText(article.title)).toBeVisible();
  await sound(page);
  await english.getByRole("link", { name: t["field.tagline.label"] }).tap();
  const input = field(page, t["field.tagline.label"]);
  await expect(input).toHaveAttribute("lang", "en");
  await expect(input).toHaveAttribute("placeholder", tagline);
  await input.fill("Home-made and hot");
  await save(page);
  await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();

  for (const lang of languages) {
    await see(at(lang, "/"), lang === "gu" ? tagline : "Home-made and hot");
    await expect(visitor.getByText(name, { exact: true }).first()).toBeVisible();
  }
  await visitor.context().close();
});

test("the primary language has the addresses without prefix, and a stored language still replaces them", async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn();
  const open = async (locale: string) =>
    (await browser.newContext({ locale, ...(baseURL ? { baseURL } : {}) })).newPage();
  const visitor = await open("gu-IN");
  const answer = await visitor.goto("/en");
  expect(answer?.status()).toBe(404);
  await visitor.goto("/");
  await expect(visitor.locator("html")).toHaveAttribute("lang", "en");
  const line = (on: Page, lang: (typeof languages)[number]) =>
    on.getByRole("link", { name: words[lang]["readIn.link"], exact: true });
  await expect(line(visitor, "gu")).toHaveAttribute("href", "/gu");
  await sound(visitor);

  await page.goto("/admin/translations");
  const choice = page.getByRole("group", { name: words.en["primary.label"] });
  await choice.locator("label", { hasText: words.en["language.gu"] }).tap();
  await expect(
    page.getByText(said(words.en["primary.chosen"], words.en["field.primaryLanguage.option.gu"])),
  ).toBeVisible();

  await visitor.goto("/");
  await expect(visitor.locator("html")).toHaveAttribute("lang", "gu");
  await expect(visitor.locator("link[rel=canonical]")).toHaveAttribute("href", /^[^/]+:\/\/[^/]+\/$/);
  await visitor.goto("/gu/services");
  await expect(visitor.locator("html")).toHaveAttribute("lang", "gu");
  await expect(visitor.locator("link[rel=canonical]")).toHaveAttribute("href", /[^u]\/services$/);

  const reader = await open("en-IN");
  await reader.goto("/services");
  await line(reader, "en").tap();
  await expect(reader).toHaveURL(/\/en\/services$/);
  await expect(reader.locator("html")).toHaveAttribute("lang", "en");
  await expect(reader.locator("p a[data-lang]")).toHaveCount(0);
  await reader.goto("/blog");
  await expect(reader).toHaveURL(/\/en\/blog$/);
  await reader.goto("/gu/blog");
  await expect(reader.locator("html")).toHaveAttribute("lang", "gu");
  await visitor.context().close();
  await reader.context().close();
});
