import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { sound } from "./sound.ts";

for (const lang of languages) {
  test.describe(lang, () => {
    test("H1 the first response contains the content, so there is no spinner", async ({ page, request }) => {
      const html = await (await request.get(at(lang, "/"))).text();
      const body = html.slice(html.indexOf('<div id="root">'), html.indexOf('<script type="application/json"'));
      expect(body.includes("Digital Market")).toBe(true);
      await page.goto(at(lang, "/"));
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await expect(page.getByText(words[lang]["common.loading"], { exact: true })).toHaveCount(0);
    });

    test("H2 the header shows WELCOME, brand name, tagline and a share button", async ({ page }) => {
      await page.goto(at(lang, "/"));
      const t = words[lang];
      await expect(page.getByText(t["home.welcome"], { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Digital Market" })).toBeVisible();
      await expect(page.getByText(t["default.tagline"], { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: t["home.share"] })).toBeVisible();
      const avatar = page.locator("div:has(> img[data-reveal])");
      const box = await avatar.boundingBox();
      expect(Math.round(box?.width ?? 0)).toBeGreaterThanOrEqual(112); // 28 units of 4 px
      expect(box?.width).toBe(box?.height);
    });

    test("H4 H5 the social row has its seven links in order, and each opens a new tab without referrer or opener", async ({
      page,
    }) => {
      await page.goto(at(lang, "/"));
      const links = page.getByRole("navigation", { name: words[lang]["home.social"] }).getByRole("link");
      const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(hrefs.map((href) => new URL(href).hostname.replace("www.", ""))).toEqual([
        "instagram.com",
        "youtube.com",
        "facebook.com",
        "linkedin.com",
        "x.com",
        "example.com",
        "wa.me",
      ]);
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute("target", "_blank");
        await expect(link).toHaveAttribute("rel", /noopener noreferrer|noreferrer noopener/);
      }
    });

    test("H7 links lead to services, portfolio, blog and download in the same language", async ({ page }) => {
      await page.goto(at(lang, "/"));
      for (const path of ["/services", "/portfolio", "/blog", "/download"]) {
        await expect(page.locator(`a[href="${at(lang, path)}"]`)).toBeVisible();
      }
    });

    test("H8 phone, email and address are links, H9 shop and feedback open in a new tab", async ({ page }) => {
      await page.goto(at(lang, "/"));
      await expect(page.locator('a[href="tel:+910000000000"]')).toBeVisible();
      await expect(page.locator('a[href="mailto:hello@example.com"]')).toBeVisible();
      await expect(page.locator('a[href^="https://www.google.com/maps/search/"]')).toHaveAttribute("target", "_blank");
      const t = words[lang];
      await expect(page.getByRole("link", { name: t["home.shop"] })).toHaveAttribute("target", "_blank");
      await expect(page.getByRole("link", { name: t["home.feedback"] })).toHaveAttribute("target", "_blank");
    });
  });
}

test("H3 the avatar shows two letters until the image has loaded, or if it cannot be loaded", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await saveSite(page, site, { profileImage: "/placeholder.svg" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/placeholder.svg", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "domcontentloaded" });
  const avatar = page.locator("div:has(> img[data-reveal])");
  await expect(avatar.getByText("DI")).toBeVisible();
  await expect(avatar.locator("img")).not.toBeVisible();
  release();
  await expect(avatar.locator("img")).toBeVisible();

  await page.unroute("**/placeholder.svg");
  await page.route("**/placeholder.svg", (route) =>
    route.fulfill({ status: 200, contentType: "image/svg+xml", body: "no picture" }),
  );
  await page.goto("/gu");
  await expect(avatar.getByText("DI")).toBeVisible();
  await expect(avatar.locator("img")).not.toBeVisible();
  await saveSite(page, site, { brandName: "ક્ષમતા" });
  await page.goto("/");
  await expect(avatar.getByText("ક્ષમ")).toBeVisible();
});

test("H6 the chat link uses the phone number while no WhatsApp link is stored", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { contact: { phone: "098980 12345" } });
  await page.goto("/");
  await expect(page.locator('a[href="https://wa.me/919898012345"]')).toHaveCount(2); // the icon, and H10's floating button
});

test("H10 the page has a floating chat button and a footer with the years", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: words.en["common.chat"] })).toBeVisible();
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Kolkata" }).format(new Date());
  await expect(
    page.getByText(year === "2025" ? "© 2025 Digital Market" : `© 2025–${year} Digital Market`),
  ).toBeVisible();
});

test("H10 a brand name of one long word does not widen the page", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { brandName: "x".repeat(80) });
  await page.goto("/");
  await sound(page);
});

test("H13 fifty particles drift behind the page, and stand still with reduced motion", async ({ page }) => {
  const picture = () => page.evaluate(() => document.querySelector("canvas")?.toDataURL() ?? "");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  await expect(page.locator("canvas")).toHaveAttribute("aria-hidden", "true");
  await expect.poll(async () => (await picture()).length).toBeGreaterThan(5000);
  const first = await picture();
  await expect.poll(picture).not.toBe(first);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect.poll(async () => (await picture()).length).toBeGreaterThan(5000);
  const still = await picture();
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );
  expect(await picture()).toBe(still);
});

test("H3 the picture is shown as soon as it has loaded, without waiting for the page's script", async ({ page }) => {
  await page.route("**/assets/*.js", () => {}); // the script never arrives
  await page.goto("/gu", { waitUntil: "commit" });
  await expect(page.locator("img[data-reveal]")).toBeVisible();
});
