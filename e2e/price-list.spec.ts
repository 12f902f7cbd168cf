// The price list of an owner who has chosen a trade: on a phone, with one thumb.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { paint } from "./paint.ts";
import { sound } from "./sound.ts";
import { Thumb } from "./thumb.ts";

const t = words.en;
const manager = "/admin/edit-services";
const mostTaps = 8;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heads = async (page: Page) =>
  (await page.getByRole("rowheader").allInnerTexts()).map((text) => text.split("\n")[0]);

type Stored = { items: { id: string; values: Record<string, string>; translations: Record<string, object> }[] };
const stored = async (page: Page): Promise<Stored["items"]> =>
  (await (await page.request.get("/api/v1/stored/services")).json()).items;

test.beforeEach(async ({ page, signIn, site, isMobile }) => {
  test.skip(!isMobile, "a wider window changes nothing here");
  await signIn();
  await saveSite(page, site, { named: "yes", brandName: "Surya Bakery", trade: "bakery" });
  for (const { id } of await stored(page)) await page.request.delete(`/api/v1/services/${id}`);
});

test("a priced item with a photo takes at most eight taps from Home", async ({ page }) => {
  const thumb = new Thumb(page);
  await page.goto("/admin/dashboard");
  await thumb.during("add", async () => {
    await thumb.tap(page.locator('nav a[href="/admin/page"]').filter({ visible: true }));
    await thumb.tap(page.locator(`main a[href="${manager}"]`));
    await thumb.tap(page.getByRole("link", { name: t["manager.services.add"], exact: true }));
    const sheet = page.getByRole("dialog", { name: t["manager.services.add"] });
    await thumb.goOn(sheet.getByRole("textbox", { name: t["quick.name"] }), "Ladi pav");
    await thumb.type(sheet.getByRole("textbox", { name: t["input.price.low"] }).first(), "40");
    const chosen = page.waitForEvent("filechooser");
    await thumb.tap(sheet.locator("label", { hasText: t["quick.photo"] }));
    const bun = paint(200, 200, (x, y) => (Math.hypot(x - 100, y - 100) < 80 ? [200, 120, 40] : [230, 235, 225]));
    await (await chosen).setFiles({ name: "pav.png", mimeType: "image/png", buffer: bun });
    await thumb.tap(button(page, t["picture.use"]));
    // Pressed before the picture has arrived: the item waits for it.
    await thumb.tap(sheet.locator("[data-deed=add]"));
    await expect(page.getByText(t["manager.services.created"])).toBeVisible();
  });
  // One more for the photo in the phone's own gallery.
  expect(thumb.total + 1).toBeLessThanOrEqual(mostTaps);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [made] = await stored(page);
  expect(made?.values).toMatchObject({ title: "Ladi pav", price: "4000", image: expect.stringMatching(/^\/media\//) });
  expect(made?.values.description).not.toBe("");
  expect(made?.values.icon).not.toBe("");
  for (const lang of languages) {
    const html = await (await page.request.get(at(lang, "/services"))).text();
    expect(html).toContain("Ladi pav");
    expect(html).toContain("₹40");
  }
});

test("the next item keeps unit and group; a cleared sentence is refused", async ({ page }) => {
  await page.goto(`${manager}?new`);
  const sheet = page.getByRole("dialog");
  const name = sheet.getByRole("textbox", { name: t["quick.name"] });
  await expect(name).toBeFocused();
  await name.fill("Chocolate cake");
  await sheet.getByRole("textbox", { name: t["item.services.unit"] }).fill("1 kg");
  await sheet.getByRole("textbox", { name: t["item.services.group"] }).fill("Cakes");
  await sound(page);
  await sheet.locator("[data-deed=next]").tap();
  await expect(name).toHaveValue("");
  await expect(name).toBeFocused();
  await expect(sheet.getByRole("button", { name: "1 kg", pressed: true })).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Cakes", pressed: true })).toBeVisible();
  await name.fill("Plum cake");
  await sheet.getByText(t["quick.more"]).tap();
  const sentence = sheet.getByRole("textbox", { name: t["item.services.description"] });
  await expect(sentence).not.toHaveValue("");
  await sentence.fill("");
  await sheet.locator("[data-deed=add]").tap();
  await expect(page.getByText("Missing Fields")).toBeVisible();
  await expect(sentence).toBeFocused();
  await sentence.fill("With rum, or without");
  await sheet.locator("[data-deed=add]").tap();
  await expect(sheet).toHaveCount(0);
  const items = await stored(page);
  expect(items.map(({ values }) => [values.title, values.unit, values.group])).toEqual([
    ["Chocolate cake", "1 kg", "Cakes"],
    ["Plum cake", "1 kg", "Cakes"],
  ]);
});

test("a pasted list is looked through, changed and added in one step, with one undo", async ({ page }) => {
  await page.goto(manager);
  await page.getByRole("link", { name: t["paste.title"] }).tap();
  await page
    .getByRole("textbox", { name: t["paste.label"] })
    .fill("Bread\nPav 6 pcs – 40\nToast 6 - 40\n\nSweets\nPeda 400/kg\nBarfi 90-120\nRock 5");
  await button(page, t["paste.read"]).tap();
  await expect(page.getByText(t["paste.why.several"])).toBeVisible();
  expect(await stored(page)).toEqual([]);
  await sound(page);
  await page.getByRole("checkbox", { name: "Rock" }).tap();
  await button(page, t["paste.change"].replace("{title}", "Toast 6 - 40")).tap();
  await page.getByRole("textbox", { name: t["item.services.title"] }).fill("Toast");
  await page.getByRole("textbox", { name: t["input.price.low"] }).fill("40");
  await page.getByRole("textbox", { name: t["item.services.group"] }).fill("Toasts");
  await button(page, t["paste.add"].replace("{count}", "4")).tap();
  await expect(page.getByText(t["paste.added"].replace("{count}", "4"))).toBeVisible();
  const items = await stored(page);
  expect(items.map(({ values }) => [values.title, values.unit, values.price, values.group])).toEqual([
    ["Pav", "6 pcs", "4000", "Bread"],
    ["Toast", "", "4000", "Toasts"],
    ["Peda", "kg", "40000", "Sweets"],
    ["Barfi", "", "9000-12000", "Sweets"],
  ]);
  await button(page, t["manager.undo"]).tap();
  await expect.poll(async () => (await stored(page)).length).toBe(0);
});

test("an item that is moved below another heading gets its group, with its translations", async ({ page }) => {
  const items = [
    ["Pav", "Bread"],
    ["Toast", "Bread"],
    ["Peda", "Sweets"],
    ["Barfi", "Sweets"],
  ].map(([title, group]) => ({
    values: { title, group, description: "Fresh", icon: "Cake", price: "4000" },
    translations: group === "Sweets" ? { gu: { group: "મીઠાઈ" } } : {},
  }));
  await page.request.post("/api/v1/services/all", { headers: { "Idempotency-Key": "four" }, data: { items } });
  await page.goto(manager);
  await expect(page.getByRole("rowheader")).toHaveCount(6);
  expect(await heads(page)).toEqual(["Bread · 2", "Pav", "Toast", "Sweets · 2", "Peda", "Barfi"]);
  // Measured at once: the rows are replaced when they become draggable.
  const priced = page.getByRole("row").filter({ hasText: "₹40" });
  const heights = await priced.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.filter((height) => height >= 64)).toHaveLength(4);

  await button(page, t["manager.actions.more"].replace("{title}", "Toast")).tap();
  await button(page, t["manager.order.down"].replace("{title}", "Toast")).tap();
  await expect.poll(() => heads(page)).toEqual(["Bread · 1", "Pav", "Sweets · 3", "Toast", "Peda", "Barfi"]);
  const toast = async () => (await stored(page)).find(({ values }) => values.title === "Toast");
  await expect.poll(async () => (await toast())?.values.group).toBe("Sweets");
  expect((await toast())?.translations.gu).toMatchObject({ group: "મીઠાઈ" });
  await button(page, t["manager.undo"]).tap();
  await expect.poll(async () => (await toast())?.values.group).toBe("Bread");
  await expect.poll(() => heads(page)).toEqual(["Bread · 2", "Pav", "Toast", "Sweets · 2", "Peda", "Barfi"]);
});
