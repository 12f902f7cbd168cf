import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, words } from "./languages.ts";
import { oldEnough } from "./old-enough.ts";

test.use({ viewport: { width: 360, height: 740 } });

const goods = [
  { title: "Sourdough", price: "22000", unit: "600 g loaf" },
  { title: "Croissant", price: "9000", unit: "Each" },
  { title: "Wedding cake", price: "120000+", unit: "" },
];

/** Chooses a trade, and sells the goods. */
async function openShop(page: Page) {
  const { revision } = await (await page.request.get("/api/v1/site/stored")).json();
  const saved = await page.request.patch("/api/v1/site", { data: { revision, site: { trade: "salon" } } });
  expect(saved.status()).toBe(200);
  for (const values of goods) {
    const made = await page.request.post("/api/v1/services", {
      headers: { "Idempotency-Key": values.title },
      data: {
        values: { ...values, group: "", description: "Fresh", icon: "Cake", features: [] },
        translations: values.title === "Croissant" ? { gu: { title: "ક્રોસાં", unit: "નંગ" } } : {},
      },
    });
    expect(made.status()).toBe(201);
  }
}

type Stored = { services: string[]; details: { label: string; value: string; item?: { price: string } }[] };

/** Counts taps; typing does not count. */
function tapper() {
  let taps = 0;
  return {
    tap: async (target: ReturnType<Page["locator"]>) => {
      taps++;
      await target.click();
    },
    count: () => taps,
  };
}

const textOf = (href: string) => new URL(href).searchParams.get("text") ?? "";

test("three items go to WhatsApp in at most eight taps, with the prices that the visitor saw", async ({
  page,
  signIn,
  site,
  context,
}) => {
  await signIn();
  await openShop(page);
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  await page.goto("/services");
  const add = (title: string) => page.getByRole("button", { name: `Add ${title}`, exact: true });
  const bar = page.getByRole("button", { name: words.en["basket.sendChat"] });
  const { tap, count } = tapper();
  await tap(add("Sourdough"));
  await tap(add("Croissant"));
  await tap(add("Croissant"));
  await expect(bar).toContainText("3 items · ₹400");
  await expect(page.locator("a.chat")).toBeHidden();

  await page.reload();
  await expect(bar).toContainText("3 items · ₹400");
  const before = await (await page.request.get("/api/v1/stored/services/sourdough")).json();
  await tap(bar);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("2 × Croissant")).toBeVisible();
  const saved = await page.request.patch("/api/v1/services/sourdough", {
    data: { revision: before.revision, values: { price: "30000", unit: "800 g loaf" } },
  });
  expect(saved.status()).toBe(200);
  await tap(dialog.locator("[name=name]"));
  await page.keyboard.type("Asha");
  await tap(dialog.locator("[name=phone]"));
  await page.keyboard.type("98250 12345");
  const popup = page.waitForEvent("popup");
  await tap(dialog.locator("button[type=submit]"));
  const chat = await popup;
  await chat.waitForURL("https://wa.me/**");
  expect(count()).toBeLessThanOrEqual(8);
  const text = textOf(chat.url());
  const [lead] = await site.sql<Stored & { id: number }>(
    "select id, services, details from feedback order by id desc limit 1",
  );
  expect(text).toContain(`-${lead?.id}`);
  expect(text).toContain("1 × Sourdough, 600 g loaf: ₹220\n2 × Croissant, Each: ₹180\nTotal: ₹400");
  expect(lead?.services).toEqual(["Sourdough", "Croissant"]);
  expect(lead?.details.map(({ value }) => value)).toEqual(["1 × ₹220, 600 g loaf", "2 × ₹90 = ₹180, Each", "₹400"]);
  await chat.close();
  await expect(bar).toBeHidden();

  await page.goto(`/admin/inbox?lead=${lead?.id}`);
  const row = page.getByRole("row", { name: /Croissant/ });
  await expect(row).toContainText("₹180");
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("₹400");
});

test("a basket is kept from page to page, and its bar covers no button", async ({ page, signIn }) => {
  await signIn();
  await openShop(page);
  await page.goto("/gu/services");
  const add = page.getByRole("button", { name: words.gu["basket.add"].replace("{title}", "ક્રોસાં") });
  await add.click();
  await page.getByRole("link", { name: "Wedding cake" }).click();
  await page.getByRole("button", { name: words.gu["basket.add"].replace("{title}", "Wedding cake") }).click();
  const bar = page.getByRole("button", { name: words.gu["basket.sendChat"] });
  await expect(bar).toContainText("₹1,290થી");
  await page.goto("/gu/services");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const target of await page.locator("main button, main a").all()) {
    await target.scrollIntoViewIfNeeded();
    const covered = await target.evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return !element.contains(hit) && !hit?.closest("article")?.contains(element);
    });
    expect(covered, await target.innerText()).toBe(false);
  }
  const less = page.getByRole("button", { name: words.gu["basket.fewer"].replace("{title}", "ક્રોસાં") });
  await less.click();
  await expect(less).toBeHidden();
  await expect(add).toBeFocused();
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const lang of ["en", "gu"] as const) {
    test(`the list, the form and the confirmation show the basket in ${lang}`, async ({ page, signIn, site }) => {
      await signIn();
      await openShop(page);
      const croissant = lang === "gu" ? "ક્રોસાં" : "Croissant";
      await page.goto(at(lang, "/services"));
      for (const title of ["Sourdough", croissant])
        await page.getByLabel(words[lang]["basket.tick"].replace("{title}", title), { exact: true }).check();
      await page.getByRole("button", { name: words[lang]["basket.send"] }).click();
      await expect(page).toHaveURL(/services\/quote\?/);
      await expect(page.getByText("₹220")).toBeVisible();
      await page.getByLabel(words[lang]["basket.quantity"].replace("{title}", croissant)).fill("2");
      await page.locator("[name=name]").fill("Asha");
      await page.locator("[name=phone]").fill("98250 12345");
      await oldEnough(page);
      await page.locator("form[method=post] button[type=submit]").click();
      await expect(page.getByText("₹400", { exact: true })).toBeVisible();
      const link = page.locator("main a[href^='https://wa.me/']");
      expect(textOf((await link.getAttribute("href")) ?? "")).toContain(`2 × ${croissant}, `);
      const [lead] = await site.sql<Stored>("select services, details from feedback order by id desc limit 1");
      expect(lead?.services).toEqual(["Sourdough", croissant]);
      expect(lead?.details[1]?.item?.price).toBe("₹90");
    });
  }
});
