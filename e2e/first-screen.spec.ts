import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";

// The height that Instagram's in-app browser leaves on a small phone.
test.use({ viewport: { width: 360, height: 640 } });

for (const lang of languages) {
  test(`H2 H7 the first ${lang} screen shows name, tagline, main action and two links`, async ({ page }) => {
    await page.goto(at(lang, "/"));
    const t = words[lang];
    const links = page.getByRole("navigation", { name: t["home.links"] }).getByRole("link");
    const second = await links.nth(1).boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThanOrEqual(600);
    const welcome = await page.getByRole("heading", { level: 1 }).boundingBox();
    const menu = await page.locator("summary").boundingBox();
    expect(welcome?.y).toBeCloseTo(menu?.y ?? 0, 0);
    expect(menu?.height).toBe(44);
    const textEnd = await page.getByRole("heading", { level: 1 }).evaluate((heading) => {
      const range = document.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().right;
    });
    expect(textEnd).toBeLessThan(menu?.x ?? 0);
    await expect(page.locator("summary")).toHaveAccessibleName(`${t["language.menu"]}: ${t[`language.${lang}`]}`);
  });

  test(`H2 with a tagline of two lines the second ${lang} link is still visible`, async ({ page, site, signIn }) => {
    await signIn();
    await saveSite(page, site, { tagline: "Handmade sweets and savouries for every festival" });
    await page.goto(at(lang, "/"));
    const links = page.getByRole("navigation", { name: words[lang]["home.links"] }).getByRole("link");
    const second = await links.nth(1).boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThanOrEqual(640);
  });
}

const chatOf = (page: Page) => page.locator(".chat");

test("H10 the chat button appears once the social row is out of view, and hides while scrolling down", async ({
  page,
}) => {
  await page.goto("/");
  await page.waitForFunction(() => !window.__early);
  const chat = chatOf(page);
  await expect(chat).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, 500));
  await expect(chat).toBeInViewport({ ratio: 1 });
  // The button hides while the page scrolls down, and returns when scrolling stops.
  const wasAway = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const button = document.querySelector(".chat");
        new MutationObserver(() => resolve(button?.hasAttribute("data-away") ?? false)).observe(button as Element, {
          attributes: true,
        });
        scrollBy(0, 40);
      }),
  );
  expect(wasAway).toBe(true);
  await expect(chat).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(chat).not.toBeInViewport();
  await chat.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(chat).toBeFocused();
  await expect(chat).toBeInViewport({ ratio: 1 });
});

for (const path of ["/", "/services", "/blog", "/blog/whatsapp-shop-window", "/download", "/privacy"]) {
  test(`H10 at the end of ${path} the chat button covers no text`, async ({ page }) => {
    await page.goto(path);
    await page.waitForFunction(() => !window.__early);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(chatOf(page)).toBeInViewport({ ratio: 1 });
    const covered = await page.evaluate(() => {
      const chat = document.querySelector(".chat")?.getBoundingClientRect() as DOMRect;
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects())
          if (box.right > chat.left && box.left < chat.right && box.bottom > chat.top && box.top < chat.bottom)
            found.push(text.textContent ?? "");
      }
      return found;
    });
    expect(covered).toEqual([]);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("H10 the chat button is always visible", async ({ page }) => {
    await page.goto("/");
    await expect(chatOf(page)).toBeInViewport({ ratio: 1 });
  });
});
