// An article from its first word to publication, by touch.
import type { Page } from "@playwright/test";
import { expect, sooner, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { paint } from "./paint.ts";
import { sound } from "./sound.ts";

const t = words.en;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();

test("M9 an article is autosaved, survives a reload, and is published with cover, excerpt and address", async ({
  browser,
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/edit-blog?new");
  await field(page, "Title").fill("Kites of Uttarayan");
  await field(page, "Content").tap();
  await page.keyboard.type("Paper, thread and wind.");
  await saved(page);
  await expect(page).toHaveURL(/[?&]item=kites-of-uttarayan/);
  expect((await page.request.get("/blog/kites-of-uttarayan")).status()).toBe(404);
  await page.keyboard.type(" And sweets.");
  await expect(page.getByText(t["publish.unsaved"])).toBeVisible();
  await saved(page);
  await button(page, t["draftLink.make"]).tap();
  const link = await page.getByLabel(t["draftLink.label"]).inputValue();
  const reader = await browser.newPage();
  await reader.goto(link);
  await expect(reader.getByRole("article")).toContainText("And sweets.");
  await sound(reader);
  await button(page, t["draftLink.end"]).tap();
  await expect(button(page, t["draftLink.make"])).toBeVisible();
  expect((await reader.reload())?.status()).toBe(404);
  await reader.close();
  await page.reload();
  await expect(field(page, "Content")).toHaveText("Paper, thread and wind. And sweets.");
  await expect(page.getByText(t["admin.restored"])).toBeHidden(sooner);

  const chosen = page.waitForEvent("filechooser");
  await page.getByText(t["picture.choose"], { exact: true }).tap();
  const kite = paint(640, 360, (x, y) =>
    Math.abs(x - 320) + Math.abs(y - 180) < 120 ? [180, 35, 24] : [230, 240, 250],
  );
  await (await chosen).setFiles({ name: "kite.png", mimeType: "image/png", buffer: kite });
  await button(page, t["picture.use"]).tap();
  await expect(page.getByText(t["picture.ready"])).toBeVisible();
  await page.getByText(t["manager.blog.more"]).tap();
  await field(page, "Excerpt").fill("How the sky over Gujarat fills.");
  await field(page, "Address").fill("Uttarayan Kites!");
  await expect(page.getByText("Becomes uttarayan-kites")).toBeVisible();
  await field(page, t["item.posts.searchTitle"]).fill("Uttarayan kites in Ahmedabad");
  await sound(page);
  await button(page, t["publish.now"]).tap();
  await expect(page.getByText("Post Updated")).toBeVisible();

  const history = await site.sql<{ action: string }>(
    "select action from item_revisions where item_id = 'kites-of-uttarayan' order by id",
  );
  expect(history.map(({ action }) => action)).toEqual(["created", "autosaved", "saved"]);
  await page.goto("/blog/kites-of-uttarayan");
  await expect(page).toHaveURL(/\/blog\/uttarayan-kites$/);
  await expect(page).toHaveTitle(/^Uttarayan kites in Ahmedabad/);
  await expect(page.locator("article img").first()).toHaveJSProperty("complete", true);
  await page.goto("/blog");
  await expect(page.getByText("How the sky over Gujarat fills.")).toBeVisible();

  // A published article changes only when the button is pressed.
  await page.goto("/admin/edit-blog?item=kites-of-uttarayan");
  await field(page, "Title").fill("Kites");
  await button(page, t["manager.cancel"]).tap();
  await button(page, t["admin.leave.go"]).tap();
  expect(await (await page.request.get("/blog/uttarayan-kites")).text()).toContain("Kites of Uttarayan");
});

test("M5 M9 an article is scheduled for a day and an hour", async ({ page, signIn, site }) => {
  await signIn();
  await page.goto("/admin/edit-blog?new");
  await field(page, "Title").fill("New year");
  await field(page, "Content").tap();
  await page.keyboard.type("Soon.");
  await page.getByLabel("Date", { exact: true }).fill("2099-01-01");
  await page.getByLabel("Time", { exact: true }).fill("09:00");
  await button(page, "Schedule for January 1, 2099 at 9:00 AM").tap();
  await expect(page.getByRole("row", { name: /New year/ }).getByText(t["state.scheduled"])).toBeVisible();
  expect((await page.request.get("/blog/new-year")).status()).toBe(404);
  expect(await site.sql("select hour, published from posts where id = 'new-year'")).toEqual([
    { hour: "09:00", published: true },
  ]);
});

test("with the keyboard open, the tools take one row, and text fills most of the screen", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/edit-blog?item=whatsapp-shop-window");
  const editor = field(page, "Content");
  await editor.tap({ position: { x: 40, y: 20 } });
  await page.setViewportSize({ width: 360, height: 420 }); // the height that an open keyboard leaves
  const tools = page.getByRole("toolbar", { name: t["editor.toolbar"] });
  const bar = await tools.boundingBox();
  expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(420);
  expect(bar?.height).toBeLessThan(60);
  for (const tool of await tools.getByRole("button").all()) {
    const box = await tool.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const header = await page.locator("header").first().boundingBox();
  expect((bar?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0))).toBeGreaterThan(280);
  await tools.getByRole("button", { name: t["editor.bold"] }).tap();
  await expect(editor).toBeFocused();
  await tools.getByRole("button", { name: t["editor.html"] }).scrollIntoViewIfNeeded();
  await expect(tools.getByRole("button", { name: t["editor.html"] })).toBeInViewport();
});
