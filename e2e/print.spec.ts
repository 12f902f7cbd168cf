import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, looked, words } from "./languages.ts";
import { saveSite } from "./owner.ts";

const study = "/portfolio/saree-retailer-surat-social";
const article = "/blog/whatsapp-shop-window";
const pages = ["/", "/services", "/portfolio", study, "/blog", article, "/download", "/privacy", "/services/quote"];

test("B5 SV1 D4 a printed page has its text and no controls", async ({ page, signIn }) => {
  await signIn();
  const made = await page.context().request.post("/api/v1/posts", {
    data: {
      values: {
        title: "Where",
        content: '<p>See <a href="https://example.in/map">the map</a></p>',
        author: "A",
        date: "2025-04-01",
      },
    },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  await page.emulateMedia({ media: "print" });
  for (const path of [`/blog/${(await made.json()).id}`, study, "/services", "/download"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    for (const gone of ["canvas", "summary", ".chat", "main button", "section[aria-labelledby=next]"])
      for (const one of await page.locator(gone).all()) await expect(one).toBeHidden();
  }
  await expect(page.locator('img[src="/qr/screen.svg"]')).toBeVisible();
  await expect(page.getByText("C. G. Road").first()).toBeVisible();
  await page.goto("/blog/where");
  const said = await page.locator(".prose a").evaluate((link) => getComputedStyle(link, "::after").content);
  expect(said).toContain("https://example.in/map");
});

/** How much wider than its box the page or a dialog is. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const scrolled = [document.documentElement, ...document.querySelectorAll("dialog")];
    return Math.max(...scrolled.map((box) => box.scrollWidth - box.clientWidth));
  });

/** Doubles every font size, like browsers that enlarge only text. */
const enlargeText = () => {
  const all = [...document.body.querySelectorAll<HTMLElement>("*")].filter((element) => "style" in element);
  const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  for (const [index, element] of all.entries()) element.style.fontSize = `${2 * (sizes[index] ?? 0)}px`;
};
const enlargeRoot = () => {
  document.documentElement.style.fontSize = "200%";
};

for (const lang of looked) {
  test.describe(`letters twice as large in ${lang}`, () => {
    test.use({ viewport: { width: 360, height: 640 }, expectedErrors: [/404/] });

    test("R1 no page scrolls sideways", async ({ page }) => {
      for (const path of [...pages, "/nothing-here"]) {
        for (const enlarge of [enlargeRoot, enlargeText]) {
          await page.goto(at(lang, path));
          await page.evaluate(enlarge);
          expect(await overflow(page), path).toBeLessThanOrEqual(0);
        }
      }
    });

    test("SH1 SV2 SV3 P1 P2 no dialog scrolls sideways", async ({ page }) => {
      for (const path of ["/", "/services", "/portfolio", article]) {
        await page.goto(at(lang, path));
        const openers = page.locator("main [aria-haspopup=dialog]");
        for (const opener of (await openers.all()).slice(0, 2)) {
          await opener.click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await page.evaluate(enlargeRoot);
          expect(await overflow(page), path).toBeLessThanOrEqual(0);
          await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).not.toBeVisible();
        }
      }
    });
  });
}

test("H2 H10 D2 with forced system colours every control keeps its border and icon", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const path of ["/", "/services", "/download", "/blog", study]) {
    await page.goto(path);
    const bare = await page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>(".press, .chat, summary, .choice");
      const canvas = getComputedStyle(document.documentElement).backgroundColor;
      return [...controls]
        .filter((control) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(control);
          return borderTopWidth === "0px" || borderTopColor === canvas;
        })
        .map((control) => control.outerHTML.slice(0, 90));
    });
    expect(bare, path).toEqual([]);
    const drawn = await page.locator(".chat svg").evaluate((icon) => getComputedStyle(icon).stroke);
    expect(drawn).not.toBe(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
  }
});

test("D1 untranslated hours are shown in the reader's language if they can be parsed", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await saveSite(page, site, { businessHours: "Mon-Sat 10am-8pm\nSun closed" });
  await page.goto("/download");
  await expect(page.getByText("Mon-Sat 10am-8pm")).toBeVisible();
  await page.goto("/hi/download");
  await expect(page.getByText("सोमवार से शनिवार: सुबह 10 से रात 8")).toBeVisible();
  await page.goto("/gu/download");
  await expect(page.getByText("સોમવારથી શનિવાર: સવારે 10થી રાત્રે 8")).toBeVisible();
  await expect(page.getByText(words.gu["hours.closed"]).last()).toBeVisible();
  await saveSite(page, site, { businessHours: "By appointment" });
  await page.goto("/gu/download");
  await expect(page.getByText("By appointment")).toBeVisible();
});

test("small text in Hindi and Gujarati has 15 px and a line height of 1.6", async ({ page }) => {
  for (const lang of ["hi", "gu"] as const) {
    await page.goto(at(lang, "/"));
    const [size, line] = await page
      .getByText(words[lang]["home.links.services.description"])
      .evaluate((text) => [getComputedStyle(text).fontSize, getComputedStyle(text).lineHeight]);
    expect([size, line]).toEqual(["15px", "24px"]);
  }
});
