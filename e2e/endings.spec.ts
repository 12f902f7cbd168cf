import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, languages, looked, words } from "./languages.ts";

const study = "/portfolio/saree-retailer-surat-social";

for (const lang of looked) {
  for (const path of ["/blog/whatsapp-shop-window", study]) {
    test(`B5 P1 ${path} in ${lang} ends with links to ask, to chat, to share it and to read the next item`, async ({
      page,
      site,
    }) => {
      await page.goto(at(lang, path));
      const t = words[lang];
      const ending = page.getByRole("region", { name: t["next.title"] });
      await expect(ending.getByRole("link", { name: t["next.quote"] })).toHaveAttribute(
        "href",
        at(lang, "/services/quote"),
      );
      await expect(ending.getByRole("link", { name: t["common.chat"] })).toHaveAttribute("href", /^https:\/\/wa\.me\//);
      await ending.getByRole("button", { name: t["next.share"] }).click();
      const dialog = page.getByRole("dialog", { name: t["share.page"] });
      await expect(dialog.getByRole("textbox")).toHaveValue(site.baseURL + at(lang, path));
      await page.keyboard.press("Escape");
      const list = path.startsWith("/blog") ? "blog" : "portfolio";
      const next = ending.getByRole("link", { name: t[`${list}.next`] });
      const title = await next.locator("[lang]").textContent();
      await next.click();
      await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
      await expect(page).not.toHaveURL(new RegExp(`${path}$`));
    });
  }
}

test("B5 P1 the links to the next item lead through all items and back to the first", async ({ page }) => {
  for (const [first, count] of [
    ["/blog/whatsapp-shop-window", 10],
    [study, 4],
  ] as const) {
    const seen = new Set<string>();
    for (let path = first as string; !seen.has(path); ) {
      seen.add(path);
      await page.goto(path);
      path = (await page.locator("section[aria-labelledby=next] a[href]").last().getAttribute("href")) ?? "";
    }
    expect(seen.size).toBe(count);
  }
});

/** Clicks an empty corner of the card. */
async function pressCorner(page: Page, card: ReturnType<Page["locator"]>) {
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + (box?.height ?? 0) / 2);
}

test("B3 P1 SV1 the whole card can be clicked", async ({ page }) => {
  await page.goto("/blog");
  await page.waitForFunction(() => !window.__early);
  const card = page.getByRole("article").first();
  await expect(card.getByRole("link")).toHaveCount(1);
  await pressCorner(page, card);
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/);
  for (const path of ["/portfolio", "/services"]) {
    await page.goto(path);
    await page.waitForFunction(() => !window.__early);
    await pressCorner(page, page.getByRole("article").nth(1));
    await expect(page.getByRole("dialog")).toBeVisible();
  }
});

test("P1 a case study opened in a new tab is a page", async ({ page, context }) => {
  await page.goto("/portfolio");
  const opened = context.waitForEvent("page");
  await page
    .getByRole("article")
    .first()
    .getByRole("link")
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(/\/portfolio\/[a-z-]+$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("P1 a click on a case study before the page is hydrated opens its dialog", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/portfolio", { waitUntil: "domcontentloaded" });
  await page.getByRole("article").first().getByRole("link").click();
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page).toHaveURL(/\/portfolio$/);
});

for (const [path, opener] of [
  ["/services", "services.quote"],
  ["/services", "services.learnMore"],
  ["/portfolio", "portfolio.request"],
  ["/portfolio", "portfolio.view"],
] as const) {
  test(`SV2 SV3 P1 P2 the dialog ${opener} keeps its title, close button and main button visible, even above an open keyboard`, async ({
    page,
  }) => {
    await page.goto(path);
    for (const height of [640, 360]) {
      await page.setViewportSize({ width: 360, height });
      await page
        .locator("main")
        .getByRole(opener === "portfolio.view" ? "link" : "button", { name: words.en[opener] })
        .first()
        .click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole("progressbar")).toHaveCount(0);
      for (const end of ["top", "bottom"] as const) {
        await dialog.evaluate((element, end) => element.scrollTo(0, end === "top" ? 0 : element.scrollHeight), end);
        await expect(dialog.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 0.9 });
        await expect(dialog.getByRole("button", { name: words.en["common.close"] })).toBeInViewport({ ratio: 0.9 });
        if (opener !== "portfolio.view")
          await expect(dialog.locator(".sticky").last().getByRole("button")).toBeInViewport({ ratio: 0.9 });
      }
      await page.keyboard.press("Escape");
      await expect(dialog).not.toBeVisible();
    }
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const lang of looked) {
    test(`P1 a ${lang} case study is a page of its own`, async ({ page }) => {
      await page.goto(at(lang, "/portfolio"));
      const card = page.getByRole("article").first();
      const title = await card.getByRole("heading").textContent();
      await card.getByRole("link").click();
      await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
      await expect(page.getByRole("article").locator("h3")).toHaveCount(3);
    });

    test(`SH1 SH2 Share in ${lang} leads to plain links`, async ({ page, site }) => {
      for (const [path, name] of [
        ["/", "home.share"],
        ["/blog/whatsapp-shop-window", "next.share"],
      ] as const) {
        await page.goto(at(lang, path));
        await page.getByRole("button", { name: words[lang][name] }).click();
        const url = site.baseURL + at(lang, path);
        const shared = encodeURIComponent(url);
        await expect(page.getByText(url, { exact: true })).toBeInViewport();
        await expect(page.locator(`a[href="https://wa.me/?text=${shared}"]`)).toBeVisible();
        await expect(page.locator(`a[href="mailto:?body=${shared}"]`)).toBeVisible();
      }
    });
  }

  test("SV3 Learn More leads to the form", async ({ page }) => {
    await page.goto("/gu/services");
    await page.getByRole("button", { name: words.gu["services.learnMore"] }).click();
    await expect(page).toHaveURL(/\/gu\/services\/quote/);
  });
});

test.describe("a case study that does not exist", () => {
  test.use({ expectedErrors: [/404/] });

  test("P1 R4 is not found", async ({ page }) => {
    for (const lang of languages) {
      const answer = await page.goto(at(lang, "/portfolio/no-such-study"));
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
    }
  });
});
