import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, looked, words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { shelves, white } from "./paint.ts";

test.use({ viewport: { width: 360, height: 740 } });

const picture = (name: string) => ({ name, mimeType: "image/png", buffer: shelves() });
const page404 = { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<script>alert(1)</script>") };
const counted = "select count(*)::int as photos from lead_photos where feedback_id = (select max(id) from feedback)";

test("a visitor of a bakery sends photos with an order, and the owner sees them", async ({ page, signIn, site }) => {
  await signIn();
  await saveSite(page, site, { trade: "bakery", formPhotos: "usual", words: { questions: "text: Anything else?" } });
  const lang = looked[0] ?? "en";
  const t = words[lang];
  await page.goto(at(lang, "/services"));
  await page.locator("main h1 ~ div button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=name]").fill("આશા");
  await dialog.locator("[name=phone]").fill("98250 12345");
  await dialog.locator("[name=message]").fill("આવી જ કેક");
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles([picture("one.png"), { ...picture("two.png"), buffer: white() }]);
  await expect(dialog.locator("canvas")).toHaveCount(2);
  await dialog.getByRole("button", { name: t["lead.photos.remove"].replace("{name}", "two.png") }).click();
  await expect(dialog.locator("canvas")).toHaveCount(1);
  await input.setInputFiles([page404]);
  await expect(dialog.getByText("page.png")).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator("main h1 ~ div button").first().click();
  await expect(dialog.locator("canvas"), "closing the dialog loses nothing").toHaveCount(1);
  await dialog.locator("button[type=submit]").click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t["lead.photos.lost.media_type"].replace("{name}", "page.png"))).toBeVisible();
  expect(await site.sql(counted)).toEqual([{ photos: 1 }]);

  const [lead] = await site.sql<{ id: number }>("select max(id)::int as id from feedback");
  await page.goto(`/admin/inbox?lead=${lead?.id}`);
  const shown = page.getByRole("article").getByRole("img", { name: /આશા/ });
  await expect(shown).toHaveCount(1);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
});

/** Opens the form of a bakery and types an order. */
async function typeOrder(page: Page, name: string) {
  await page.goto("/services");
  await page.locator("main h1 ~ div button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=name]").fill(name);
  await dialog.locator("[name=phone]").fill("98250 12345");
  await dialog.locator("[name=message]").fill("A cake like this");
  return dialog;
}

test("a photo chosen just before sending arrives, and the form is locked until then", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await saveSite(page, site, { trade: "bakery", words: { questions: "text: Anything else?" } });
  const held: Route[] = [];
  await page.route("**/api/v1/leads/photos", (route) => void held.push(route));
  const dialog = await typeOrder(page, "Asha");
  await dialog.locator("input[type=file]").setInputFiles([picture("one.png")]);
  await dialog.locator("button[type=submit]").click();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.locator("main h1 ~ div button").first().click();
  await expect(dialog.locator("canvas")).toHaveCount(1);
  for (const control of await dialog.locator("form").locator("input, textarea, button").all())
    await expect(control).toBeDisabled();
  await held[0]?.continue();
  await expect(dialog).toBeHidden();
  expect(await site.sql(counted)).toEqual([{ photos: 1 }]);
});

test.describe("if the server refuses a field", () => {
  test.use({ expectedErrors: [/422/] });

  test("it has the focus, and the photo is still there", async ({ page, signIn, site }) => {
    await signIn();
    await saveSite(page, site, { trade: "bakery", words: { questions: "text: Anything else?" } });
    const dialog = await typeOrder(page, "A".repeat(200));
    await dialog.locator("input[type=file]").setInputFiles([picture("one.png")]);
    await dialog.locator("button[type=submit]").click();
    await expect(dialog.locator("[name=name]")).toBeFocused();
    await expect(dialog.locator("[name=name]")).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.locator("canvas")).toHaveCount(1);
  });
});

test.describe("on a bad network", () => {
  test.use({ expectedErrors: [/net::ERR/] });

  test("if the photos cannot be sent, the message is sent without them", async ({ page, signIn, site }) => {
    await signIn();
    await saveSite(page, site, { trade: "bakery", words: { questions: "text: Anything else?" } });
    await page.route("**/api/v1/leads/photos", (route) => route.abort());
    const dialog = await typeOrder(page, "Asha");
    await dialog.locator("[name=message]").fill("A cake like this, sent alone");
    await dialog.locator("input[type=file]").setInputFiles([picture("one.png")]);
    await expect(dialog.locator("canvas")).toHaveCount(1);
    await dialog.locator("button[type=submit]").click();
    await expect(page.getByText(words.en["lead.photos.chat"])).toBeVisible();
    expect(await site.sql("select comment from feedback order by id desc limit 1")).toEqual([
      { comment: "A cake like this, sent alone" },
    ]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("photos are sent with the form's page", async ({ page, signIn, site }) => {
    await signIn();
    await saveSite(page, site, { trade: "bakery", words: { questions: "text: Anything else?" } });
    await page.goto("/services/quote");
    await page.locator("[name=name]").fill("Asha");
    await page.locator("[name=phone]").fill("98250 12345");
    await page.locator("[name=message]").fill("A cake like this");
    await page.locator("[name=photos]").setInputFiles([picture("one.png"), page404]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.locator("main form button").click();
    await expect(page.getByText(words.en["lead.photos.kept"].replace("{count}", "1"))).toBeVisible();
    await expect(page.getByText(words.en["lead.photos.lost.media_type"].replace("{name}", "page.png"))).toBeVisible();
    expect(await site.sql(counted)).toEqual([{ photos: 1 }]);
  });
});
