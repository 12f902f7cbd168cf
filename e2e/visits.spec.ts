import type { BrowserContext, Page } from "@playwright/test";
import type { Site } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { at, looked, words } from "./languages.ts";
import { sound } from "./sound.ts";

// The default user agent of a headless browser counts as a bot.
const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36";
test.use({ userAgent, expectedErrors: [/404/] });

type Row = {
  kind: string;
  page: string;
  language: string;
  channel: string;
  campaign: string;
  target: string;
  first: boolean;
};

const columns = "kind, page, language, channel, campaign, target, first";

/**
 * The stored events of visitors from the source with this name: view by view, each in the order it happened. The two
 * requests of a view may arrive in reverse order.
 */
const came = (site: Site, name: string) =>
  site.sql<Row & { token: string }>(
    `select ${columns}, token::text from visits where channel = $1 order by min(at) over (partition by token), token, n`,
    [`named:${name}`],
  );

const kinds = async (site: Site, name: string) => (await came(site, name)).map(({ kind }) => kind);

async function skips(site: Site, reason: string) {
  const [row] = await site.sql<{ count: number }>(
    "select coalesce(sum(count), 0)::int as count from visit_skips where reason = $1",
    [reason],
  );
  return row?.count ?? 0;
}

/** Waits until all earlier events are stored: another visitor comes, whose view is stored after them. */
async function settle(site: Site, context: BrowserContext) {
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  // Always the same name: a network may bring few names into a day's reports.
  const name = "settled";
  const before = await kinds(site, name);
  const other = await browser.newContext({
    userAgent,
    baseURL: site.baseURL,
    javaScriptEnabled: true,
    extraHTTPHeaders: {},
  });
  const page = await other.newPage();
  await page.goto(`/?src=${name}`);
  await expect.poll(() => kinds(site, name)).toEqual([...before, "view"]);
  await other.close();
}

/** Answers requests to WhatsApp without a network. */
const chats = (context: BrowserContext) =>
  context.route(/^https:\/\/(wa\.me|api\.whatsapp\.com)\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Chat</title>" }),
  );

const chatLink = (page: Page) => page.locator('nav a[href^="https://wa.me/"]').first();

/** Records the requests by which the browser reports visits. */
function reported(context: BrowserContext): string[] {
  const all: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/api/v1/visits")) all.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return all;
}

test("a view is counted once with page, language, channel and campaign, and the next page is the same visit", async ({
  page,
  context,
  site,
}) => {
  const sent = reported(context);
  await page.goto("/gu?utm_source=paper&utm_campaign=diwali");
  await expect.poll(() => kinds(site, "paper")).toEqual(["view"]);
  await page.getByRole("link", { name: new RegExp(words.gu["home.links.services"]) }).click();
  await expect(page).toHaveURL(/\/gu\/services$/);
  await expect.poll(() => kinds(site, "paper")).toEqual(["view", "tap", "view"]);
  const row = { language: "gu", channel: "named:paper", campaign: "diwali" };
  expect(await came(site, "paper")).toMatchObject([
    { ...row, kind: "view", page: "/", target: "", first: true },
    { ...row, kind: "tap", page: "/", target: "page:/services", first: false },
    { ...row, kind: "view", page: "/services", target: "", first: false },
  ]);
  await page.reload();
  await expect.poll(() => kinds(site, "paper")).toEqual(["view", "tap", "view", "view"]);
  expect((await came(site, "paper")).filter(({ first }) => first)).toHaveLength(1);
  expect(sent).not.toContainEqual(expect.stringContaining("view.gif"));
});

/** A hundred taps take a minute; CI uses ten, none of which may be missed. */
const leaving = process.env.CI ? 10 : 100;

test("at least 99 % of taps on a WhatsApp link are counted, although the visitor leaves at once", async ({
  page,
  context,
  site,
}) => {
  await chats(context);
  for (let n = 0; n < leaving; n++) {
    // Every other tap comes before the page's script has loaded and before the view is sent.
    await page.goto("/?src=leaving", { waitUntil: n % 2 ? "load" : "domcontentloaded" });
    const link = chatLink(page);
    await link.evaluate((link) => link.removeAttribute("target"));
    await link.click({ noWaitAfter: true });
    await page.waitForURL(/^https:\/\/wa\.me\//, { waitUntil: "commit" });
  }
  await settle(site, context);
  const rows = await came(site, "leaving");
  const taps = rows.filter(({ kind, target }) => kind === "tap" && target === "whatsapp").length;
  test.info().annotations.push({ type: `taps of ${leaving}`, description: String(taps) });
  const least = Math.ceil(leaving * 0.99);
  expect(taps).toBeGreaterThanOrEqual(least);
  expect(taps, "no tap counts twice").toBeLessThanOrEqual(leaving);
  expect(rows.filter(({ kind }) => kind === "view").length).toBeGreaterThanOrEqual(least);
});

test("a tap by middle button or keyboard counts, a right click does not, and a double click counts once", async ({
  page,
  context,
  site,
}) => {
  await chats(context);
  await page.goto("/?src=buttons");
  const link = chatLink(page);
  await link.click({ button: "middle" });
  await expect.poll(() => kinds(site, "buttons")).toEqual(["view", "tap"]);
  await link.click({ button: "right" });
  await link.dblclick();
  await expect.poll(() => kinds(site, "buttons")).toEqual(["view", "tap", "tap"]);
  await page.bringToFront();
  await link.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => kinds(site, "buttons")).toEqual(["view", "tap", "tap", "tap"]);
  await settle(site, context);
  expect(await kinds(site, "buttons")).toEqual(["view", "tap", "tap", "tap"]);
  expect((await came(site, "buttons")).map(({ target }) => target)).toEqual(["", "whatsapp", "whatsapp", "whatsapp"]);
});

test("sharing by WhatsApp counts as a share, not as a tap", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await chats(context);
  await page.goto("/?src=sharing");
  await page.getByRole("button", { name: words.en["home.share"] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words.en["share.copy"], exact: true }).click();
  await expect.poll(() => kinds(site, "sharing")).toEqual(["view", "share"]);
  await dialog.getByRole("link", { name: "WhatsApp" }).click();
  await expect.poll(() => kinds(site, "sharing")).toEqual(["view", "share", "share"]);
  await settle(site, context);
  expect(await kinds(site, "sharing")).toEqual(["view", "share", "share"]);
});

test("opening a form counts, in a dialog and as its own page", async ({ page, site }) => {
  for (const [path, name, button] of [
    ["/services", "quote", words.en["services.quote"]],
    ["/portfolio", "portfolio", words.en["portfolio.request"]],
  ] as const) {
    await page.goto(`${path}?src=form-${name}`);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect.poll(() => kinds(site, `form-${name}`)).toEqual(["view", "open"]);
    expect((await came(site, `form-${name}`))[1]).toMatchObject({ target: name, page: path });
    await page.evaluate(() => sessionStorage.clear());
  }
  await page.goto("/hi/services/quote?src=form-page");
  await expect.poll(() => kinds(site, "form-page")).toEqual(["view", "open"]);
  expect((await came(site, "form-page"))[1]).toMatchObject({
    target: "quote",
    page: "/services/quote",
    language: "hi",
  });
});

test("R5 a redirect to the stored language starts no second visit and keeps the channel of the link or referrer", async ({
  page,
  context,
  site,
}) => {
  await page.goto("/gu");
  await page.evaluate(() => localStorage.setItem("language", "gu"));
  const linked = await context.newPage();
  await linked.goto("/blog?src=moved");
  await expect(linked).toHaveURL(/\/gu\/blog\?src=moved$/);
  await expect.poll(() => kinds(site, "moved")).toEqual(["view"]);
  expect(await came(site, "moved")).toMatchObject([{ page: "/blog", language: "gu", first: true }]);
  const referred = await context.newPage();
  await referred.goto("/services", { referer: "https://www.neighbours.example/list" });
  await expect(referred).toHaveURL(/\/gu\/services$/);
  expect(await referred.evaluate(() => sessionStorage.source)).toBe("neighbours.example");
  const rows = () => site.sql<Row>(`select ${columns} from visits where channel = 'site:neighbours.example'`);
  await expect.poll(rows).toMatchObject([{ kind: "view", page: "/services", language: "gu", first: true }]);
  await settle(site, context);
  expect(await rows()).toHaveLength(1);
  expect(await came(site, "moved")).toHaveLength(1);
});

test("R4 a page that does not exist is not counted, and the next page keeps the channel", async ({
  page,
  context,
  site,
}) => {
  await page.goto("/nothing?src=astray");
  await page.getByRole("link", { name: words.en["common.backToHome"] }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => kinds(site, "astray")).toEqual(["view"]);
  await settle(site, context);
  expect(await came(site, "astray")).toMatchObject([{ page: "/", first: true }]);
});

test("a page from the back/forward cache is a new view with a new token, but not a new visit", async ({
  page,
  site,
}) => {
  await page.goto("/?src=back");
  await expect.poll(() => kinds(site, "back")).toEqual(["view"]);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => kinds(site, "back")).toEqual(["view", "view"]);
  const [before, after] = await came(site, "back");
  expect([before?.first, after?.first]).toEqual([true, false]);
  expect(after?.token).not.toBe(before?.token);
});

test("a prerendered page is counted once it is shown", async ({ page, context, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, "prerendering", { configurable: true, get: () => true }),
  );
  const sent = reported(context);
  await page.goto("/?src=ahead");
  await page.waitForFunction(() => !window.__early); // the page has long been idle
  expect(sent).toEqual([]);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect.poll(() => kinds(site, "ahead")).toEqual(["view"]);
  expect(await came(site, "ahead")).toMatchObject([{ first: true }]);
});

test("a browser that is never idle still counts the view and hydrates the page", async ({ page, site }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (start, { timeout } = {}) => (timeout ? window.setTimeout(start, timeout) : 0);
  });
  await page.goto("/?src=busy");
  await page.waitForFunction(() => !window.__early);
  await expect.poll(() => kinds(site, "busy")).toEqual(["view"]);
});

test("without storage, only a page that was not reached from the site's own pages starts a visit", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("forbidden", "SecurityError");
        },
      });
  });
  await page.goto("/?src=closed");
  await expect.poll(() => kinds(site, "closed")).toEqual(["view"]);
  await page.getByRole("link", { name: new RegExp(words.en["home.links.services"]) }).click();
  await expect(page).toHaveURL(/\/services$/);
  const [arrival] = await site.sql<{ at: string }>("select at::text from visits where channel = 'named:closed'");
  const rows = () =>
    site.sql<Row>(`select ${columns} from visits where at >= $1 and kind = 'view' order by at`, [arrival?.at]);
  await expect.poll(rows).toMatchObject([
    { page: "/", first: true },
    { page: "/services", first: false },
  ]);
});

test("links work even if a beacon cannot be sent, and its events are sent with the next beacon", async ({
  page,
  site,
  context,
}) => {
  await chats(context);
  await page.addInitScript(() => {
    const real = navigator.sendBeacon.bind(navigator);
    let refused = 2;
    navigator.sendBeacon = (...sent) => (refused-- > 0 ? false : real(...sent));
  });
  await page.goto("/?src=full");
  await page.waitForFunction(() => !window.__early);
  const opened = context.waitForEvent("page");
  await chatLink(page).click();
  await opened;
  await page.bringToFront();
  await chatLink(page).click();
  await expect.poll(() => kinds(site, "full")).toEqual(["view", "tap", "tap"]);
});

test.describe("Global Privacy Control", () => {
  test.use({ extraHTTPHeaders: { "Sec-GPC": "1" } });

  test("for a visitor who asks not to be tracked, only the number of skipped views grows", async ({
    page,
    context,
    site,
  }) => {
    await chats(context);
    const before = await skips(site, "gpc");
    await page.goto("/?src=unfollowed");
    await chatLink(page).click();
    await expect.poll(() => skips(site, "gpc")).toBe(before + 1);
    await settle(site, context);
    expect(await came(site, "unfollowed")).toEqual([]);
    expect(await skips(site, "gpc")).toBe(before + 1);
  });
});

test("the signed-in owner is not counted, and the owner's app reports nothing", async ({
  page,
  context,
  site,
  signIn,
}) => {
  await signIn();
  const sent = reported(context);
  for (const path of ["/admin/dashboard", "/admin/page", "/admin/insights"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }
  await page.goto("/admin/page");
  await expect(page.locator("iframe").first()).toBeVisible();
  const before = await skips(site, "owner");
  expect(sent).toEqual([]);
  await page.goto("/?src=myself");
  await expect.poll(() => skips(site, "owner")).toBeGreaterThan(before);
  await settle(site, context);
  expect(await came(site, "myself")).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is counted once, by its image", async ({ page, context, site }) => {
    await page.goto("/gu/blog?src=unscripted");
    await expect.poll(() => kinds(site, "unscripted")).toEqual(["view"]);
    await settle(site, context);
    expect(await came(site, "unscripted")).toMatchObject([{ kind: "view", page: "/blog", language: "gu" }]);
  });

  test("L1 a lead has the channel in the URL of its form or of the previous page", async ({ page, site }) => {
    await page.goto("/services?utm_source=board&utm_campaign=diwali");
    await page.getByRole("button", { name: words.en["services.quote"], exact: true }).first().click();
    await expect(page).toHaveURL(/\/services\/quote/);
    await page.locator("input[name=name]").fill("Station Bakery");
    await page.locator("input[name=email]").fill("bakery@example.in");
    await page.locator("textarea[name=message]").fill("Posters, by the board");
    await page.getByRole("button", { name: words.en["services.quote.submit"] }).click();
    await expect(page.getByText(words.en["services.quote.sent"])).toBeVisible();
    const rows = await site.sql("select source from feedback where comment = 'Posters, by the board'");
    expect(rows).toEqual([{ source: "board/diwali" }]);
  });
});

test("public pages set no cookie and store only a channel and a language", async ({ page, context }) => {
  for (const lang of looked) {
    for (const path of [
      "/",
      "/services",
      "/services/quote",
      "/portfolio",
      "/portfolio/saree-retailer-surat-social",
      "/blog",
      "/blog/whatsapp-shop-window",
      "/download",
      "/privacy",
      "/nothing",
    ]) {
      await page.goto(`${at(lang, path)}?src=names`);
      await page.waitForFunction(() => !window.__early || !document.documentElement.dataset.entry);
      expect(await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)])).toEqual([
        ["source"],
        [],
      ]);
      expect(await page.evaluate(() => sessionStorage.source.trim())).toBe("names");
    }
  }
  await page.locator("summary").click();
  await page.locator("a[data-lang=hi]").click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ language: "hi" });
  expect(await context.cookies()).toEqual([]);
});

for (const lang of looked) {
  test(`/privacy explains in ${lang} what is counted and for how long, and pages and forms link to it`, async ({
    page,
  }) => {
    const t = words[lang];
    await page.goto(at(lang, "/"));
    await page.getByRole("contentinfo").getByRole("link", { name: t["common.privacy"] }).click();
    await expect(page).toHaveURL(new RegExp(`${at(lang, "/privacy")}$`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["common.privacy"]);
    const main = page.getByRole("main");
    for (const [key, text] of Object.entries(t))
      if (/^privacy\.(counted|skip|browser)\./.test(key)) await expect(main).toContainText(text);
    await expect(main).toContainText(t["privacy.kept.visits"].replace("{days}", "35"));
    await expect(main).toContainText(t["privacy.people"].replace("{hours}", "48"));
    await sound(page);
    await page.goto(at(lang, "/services/quote"));
    await expect(page.locator("form").getByRole("link", { name: t["common.privacy"] })).toHaveAttribute(
      "href",
      at(lang, "/privacy"),
    );
    await sound(page);
  });
}
