import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

test("B1 the blog has a heading, a subtitle and a link home", async ({ page }) => {
  await page.goto("/blog");
  await expect(page.getByRole("heading", { name: "Blog", exact: true })).toBeVisible();
  await expect(page.getByText("Latest insights and tips on digital marketing strategies")).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

for (const lang of languages) {
  test(`B2 B3 the ${lang} blog shows four articles, and four more with each press`, async ({ page }) => {
    await page.goto(at(lang, "/blog"));
    const cards = page.getByRole("article");
    const more = page.locator('main a[href*="shown="]'); // the language menu also keeps the query
    for (const count of [4, 8, 10]) {
      await expect(cards).toHaveCount(count);
      if (count < 10) await more.click();
    }
    await expect(more).toHaveCount(0);
    await page.reload();
    await expect(cards).toHaveCount(10); // the URL says how many are shown
    const hrefs = await cards.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(hrefs).size).toBe(10);
    for (const href of hrefs) expect(href).toMatch(new RegExp(`^${at(lang, "/blog")}/`));
  });
}

test("B3 a card shows title, author, long date, excerpt, categories and links to the article", async ({ page }) => {
  await page.goto("/blog");
  const card = page.getByRole("article").first();
  await expect(card.getByText("March 18, 2025")).toBeVisible();
  await expect(card.getByText("Digital Market")).toBeVisible();
  await expect(card.getByText(/\.\.\.$/)).toBeVisible();
  const title = await card.getByRole("heading").textContent();
  await card.getByRole("link", { name: /Read More/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await page.goto("/gu/blog");
  await expect(page.getByRole("article").first().getByText(/માર્ચ/)).toBeVisible();
});

for (const lang of languages) {
  test(`B5 a direct link opens the ${lang} article, with both of its links back to the blog`, async ({ page }) => {
    const answer = await page.goto(at(lang, "/blog/whatsapp-shop-window"));
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("article").locator("h2").first()).toBeVisible();
    await expect(page.locator("time")).toHaveAttribute("datetime", "2025-03-04");
    await expect(page.locator(`a[href="${at(lang, "/blog")}"]`)).toHaveCount(2);
  });
}

test("B5 an article without a translation is shown in English, with a note in the reader's language", async ({
  page,
  signIn,
}) => {
  await signIn();
  const values = { title: "Drums", content: "<h2>How to tune them</h2>", author: "Admin", date: "2025-04-01" };
  const made = await page.context().request.post("/api/v1/posts", {
    data: { values },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  const { id } = await made.json();
  await page.goto(`/gu/blog/${id}`);
  await expect(page.locator('[lang="en"] h2').first()).toBeVisible();
  await expect(page.getByText(/[\u0A80-\u0AFF]{3,}.*(અંગ્રેજી|English)/).first()).toBeVisible();
});

test.describe("an article that does not exist", () => {
  test.use({ expectedErrors: [/404/] });

  test("B6 says so and returns to the blog after 1.5 seconds", async ({ page }) => {
    // Records the toast before the redirect, and the time of the redirect.
    await page.addInitScript(() => {
      const note = (key: string, value: string) => sessionStorage.setItem(key, value);
      new MutationObserver(() => {
        const toast = document.querySelector('[role="alert"]')?.textContent;
        if (toast && location.pathname.endsWith("no-such-article")) note("toast", toast);
      }).observe(document, { childList: true, subtree: true, characterData: true });
      addEventListener("pagehide", () => note(location.pathname, String(performance.now())));
    });
    for (const lang of ["en", "hi"] as const) {
      const answer = await page.goto(at(lang, "/blog/no-such-article"));
      expect(answer?.status()).toBe(404);
      await expect(page).toHaveURL(new RegExp(`${at(lang, "/blog")}$`));
      const [toast, left] = await page.evaluate(
        (path) => [sessionStorage.getItem("toast"), sessionStorage.getItem(path)],
        at(lang, "/blog/no-such-article"),
      );
      expect(toast).toContain(words[lang]["blog.notFound"]);
      expect(toast).toContain(words[lang]["blog.notFound.description"]);
      expect(Number(left)).toBeGreaterThan(1500);
    }
  });
});

test("B2 without JavaScript the list grows by ordinary links", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.baseURL });
  const page = await context.newPage();
  await page.goto("/gu/blog");
  await page.locator('a[href*="shown="]').click();
  await expect(page.getByRole("article")).toHaveCount(8);
  await context.close();
});
