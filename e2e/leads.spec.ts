import type { Locator, Page, Request } from "@playwright/test";
import type { Site } from "../scripts/site.ts";
import { expect, sooner, test } from "./fixtures.ts";
import { at, type Lang, languages, looked, words } from "./languages.ts";
import { oldEnough } from "./old-enough.ts";
import { sound } from "./sound.ts";

async function askForQuote(page: Page, fields: Record<string, string>, base = "") {
  await page.goto(`${base}/services`);
  await page.getByRole("button", { name: "Request a Quote" }).first().click();
  const dialog = page.getByRole("dialog");
  for (const [name, value] of Object.entries(fields)) await dialog.locator(`[name=${name}]`).fill(value);
  await dialog.locator("button[type=submit]").click();
}

/** Opens a collapsed section of a lead. */
const unfold = (lead: Locator, title: "inbox.answer" | "inbox.history" | "inbox.details", lang: Lang = "en") =>
  lead.getByRole("heading", { name: words[lang][title] }).click();

/** Stores leads directly in the inbox, the first one newest. */
async function fillInbox(site: Site, names: readonly string[], field: Record<string, string> = {}) {
  const { status = "pending", flag = "", message = "Posters" } = field;
  await site.sql("delete from feedback");
  for (const [index, name] of names.entries())
    await site.sql(
      `insert into feedback (name, email, phone, comment, feedback_type, status, company, services, language, page, source, consent, flag, idempotency_key, digest, created_at)
       values ($1, 'bakery@example.in', '98250 12345', $2, 'quote_request', $3, $1, array[$1], 'gu', $1, $1, $1, $4, gen_random_uuid()::text, '', now() - $5 * interval '1 hour')`,
      [name, message, status, flag, index],
    );
}

test("SV2 L1 C9 a request appears in the open inbox and can be answered, moved, annotated, found and exported", async ({
  page,
  context,
  site,
  signIn,
  isMobile,
}) => {
  await site.sql("delete from feedback");
  await signIn();
  await page.goto("/admin/inbox");
  await expect(page.getByText(words.en["inbox.empty.pending"])).toBeVisible();

  const visitor = await context.newPage();
  await visitor.goto("/?src=shop-board");
  await expect(visitor.locator("#root")).toBeVisible();
  await visitor.waitForFunction(() => sessionStorage.source === "shop-board");
  await askForQuote(visitor, {
    name: "Station Bakery",
    email: "bakery@example.in",
    phone: "98250 12345",
    message: "Posters for Diwali",
  });
  await expect(visitor.getByText("Quote Request Submitted", { exact: true })).toBeVisible();
  const chat = visitor.getByRole("link", { name: "Continue on WhatsApp" });
  await expect(chat).toHaveAttribute("href", /^https:\/\/wa\.me\/910000000000\?text=.*DM-\d+/);
  await visitor.close();

  const news = page.getByText(/New quote request DM-\d+/);
  await expect(news).toBeVisible();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const lead = page.getByRole("article");
  await expect(lead.getByText("Posters for Diwali")).toBeVisible();
  await expect(lead.getByText("shop-board")).toBeVisible();
  await expect(lead.getByText(/due in 2[34] h/)).toBeVisible();
  await expect(page.getByText("1 waiting").first()).toBeAttached();

  await expect(lead.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+919825012345");
  await expect(lead.getByRole("link", { name: "Mail" })).toHaveAttribute(
    "href",
    /^mailto:bakery@example\.in\?subject=.*DM-/,
  );
  const whatsapp = lead.getByRole("link", { name: /WhatsApp/ });
  await unfold(lead, "inbox.answer");
  for (const lang of languages) {
    await lead.locator(`label:has(input[value=${lang}])`).click();
    const text = await lead.getByLabel("Text for WhatsApp").inputValue();
    expect(text).toContain("Station Bakery");
    await expect(whatsapp).toHaveAttribute("href", `https://wa.me/919825012345?text=${encodeURIComponent(text)}`);
  }

  await expect(lead.getByRole("heading", { level: 2 })).toHaveText("Station Bakery");
  await lead.getByText("Other", { exact: true }).click();
  await lead.getByRole("button", { name: "Mark as contacted" }).click();
  await expect(page.getByText("Station Bakery: Contacted")).toBeVisible();
  await lead.getByRole("button", { name: "Mark as won" }).click();
  await expect(page.getByText("Station Bakery: Won")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(lead.getByRole("button", { name: "Mark as won" })).toBeVisible();
  await unfold(lead, "inbox.history");
  await lead.getByLabel("A note for yourself").fill("Wants it by Friday");
  await lead.getByRole("button", { name: "Add note" }).click();
  await expect(lead.getByRole("listitem").filter({ hasText: "Wants it by Friday" })).toBeVisible();
  await expect(lead.getByRole("listitem").filter({ hasText: "Pending → Contacted" })).toBeVisible();
  await expect(lead.getByRole("listitem").filter({ hasText: "Won → Contacted" })).toBeVisible();

  if (isMobile) await lead.getByRole("link", { name: "All messages" }).click();
  await page.getByRole("button", { name: /^Contacted/ }).click();
  const search = page.getByRole("searchbox");
  await search.fill("nobody");
  await expect(page.getByText("Nothing matches “nobody”.")).toBeVisible();
  await search.fill("98250 12345");
  await expect(page.locator("[data-lead]")).toHaveCount(1);
  await page.locator("main summary", { hasText: words.en["inbox.tools"] }).click();
  const href = (await page.getByRole("link", { name: /CSV/ }).getAttribute("href")) ?? "";
  const file = await (await page.request.get(href)).text();
  expect(file).toContain('"Wants it by Friday"');
  await sound(page);
});

test.describe("on a phone", () => {
  test.skip(({ isMobile }) => !isMobile);

  for (const lang of looked)
    test(`L1 the ${lang} inbox, a lead and its dialogs have no serious accessibility problem`, async ({
      page,
      site,
      signIn,
    }) => {
      await fillInbox(site, ["Station Bakery", "સુરત ટેક્સટાઇલ મિલ્સ પ્રાઇવેટ લિમિટેડ".repeat(3)]);
      await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
      await signIn();
      await page.goto("/admin/inbox");
      await expect(page.locator("[data-lead]")).toHaveCount(2);
      await sound(page);
      await page.locator("[data-lead]").first().click();
      const lead = page.getByRole("article");
      await expect(lead.getByRole("heading", { level: 2 })).toBeVisible();
      await sound(page);
      for (const title of ["inbox.answer", "inbox.history", "inbox.details"] as const) await unfold(lead, title, lang);
      await lead.getByText(words[lang]["inbox.move.other"], { exact: true }).click();
      await sound(page);
      await page.getByRole("button", { name: words[lang]["inbox.erase"] }).click();
      await expect(page.getByRole("dialog").getByText(words[lang]["inbox.erase.found"])).toBeVisible();
      await sound(page);
    });

  test("L1 a message opens at its top, and going back restores the position in the list", async ({
    page,
    site,
    signIn,
  }) => {
    await fillInbox(site, [..."ABCDEFGHIJKLMNO"], { message: "Posters, and much more to read. ".repeat(40) });
    await signIn();
    await page.goto("/admin/inbox");
    const last = page.locator("[data-lead]").last();
    await last.scrollIntoViewIfNeeded();
    const top = () => page.evaluate(() => Math.round(window.scrollY));
    const left = await top();
    expect(left).toBeGreaterThan(500);
    const link = page.getByRole("link", { name: words.en["inbox.back"] });
    // The second time, the message appears at once and is as tall as the list.
    for (const back of [() => page.goBack(), () => page.goBack(), () => link.tap()]) {
      await last.tap();
      await expect(page.getByRole("article")).toBeVisible();
      expect(await top()).toBe(0);
      await back();
      await expect.poll(top).toBe(left);
    }
    const address = (await last.getAttribute("href")) ?? "";
    await page.goto(address);
    await link.tap();
    await expect(last).toBeVisible();
  });

  test("L1 the ways to answer are visible without scrolling, and a long name does not widen the screen", async ({
    page,
    site,
    signIn,
  }) => {
    await fillInbox(site, ["x".repeat(84)], { message: "Posters, and much more to read. ".repeat(40) });
    await signIn();
    await page.goto("/admin/inbox");
    await page.locator("[data-lead]").tap();
    for (const way of ["whatsapp", "phone", "mail"] as const) {
      const link = page.getByRole("link", { name: words.en[`inbox.answer.${way}`] });
      await expect(link).toBeInViewport({ ratio: 1 });
      await link.click({ trial: true });
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await unfold(page.getByRole("article"), "inbox.answer");
    const text = page.getByLabel(words.en["inbox.answer.text"]);
    for (const lang of languages) {
      await page.locator(`label:has(input[value=${lang}])`).tap();
      const hidden = await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(hidden, lang).toBeLessThanOrEqual(0);
    }
    const last = page.getByRole("article").getByRole("button", { name: words.en["inbox.erase"] });
    await last.scrollIntoViewIfNeeded();
    await last.click({ trial: true });
    await sound(page);
  });

  test("L1 the owner moves from message to message, and one step back leads to the list", async ({
    page,
    site,
    signIn,
  }) => {
    await fillInbox(site, ["Third", "Second", "First"]);
    await signIn();
    await page.goto("/admin/inbox");
    await page.locator("[data-lead]").first().tap();
    const name = page.getByRole("article").getByRole("heading", { level: 2 });
    const previous = page.getByRole("link", { name: words.en["inbox.previous"] });
    const next = page.getByRole("link", { name: words.en["inbox.next"] });
    await expect(name).toHaveText("First");
    await expect(previous).toHaveCount(0);
    await next.tap();
    await expect(name).toHaveText("Second");
    await next.tap();
    await expect(name).toHaveText("Third");
    await expect(next).toHaveCount(0);
    await previous.tap();
    await expect(name).toHaveText("Second");
    await page.getByRole("button", { name: words.en["inbox.move.won"] }).tap();
    await expect(page.getByText("Second: Won")).toBeVisible();
    await page.goBack();
    await expect(page.locator("[data-lead]")).toHaveCount(2);
  });

  test("L1 spam has a reason and can be released, one person can be erased, settings are saved", async ({
    page,
    site,
    signIn,
  }) => {
    await fillInbox(site, ["Quarantined"], { status: "spam", flag: "unsolved" });
    await signIn();
    await page.goto("/admin");
    await expect(page.getByText(words.en["inbox.unsolved.one"])).toBeVisible();
    await page.getByRole("link", { name: words.en["inbox.unsolved.show"] }).click();
    await expect(page.getByText(words.en["inbox.flag.unsolved"])).toBeVisible();
    await expect(page.getByRole("button", { name: words.en["inbox.status.spam"], pressed: true })).toBeInViewport();
    await expect(page.locator("[data-lead]")).toContainText(/^Quarantined DM-\d+.*Quarantined · Posters/);
    await page.locator("[data-lead]").click();
    await page.getByRole("button", { name: "Not spam" }).click();
    await expect(page.getByRole("button", { name: "Mark as won" })).toBeVisible();
    await page.getByRole("button", { name: "Erase a person" }).click();
    const dialog = page.getByRole("dialog");
    const found = dialog.locator("[data-found]");
    await expect(found).toContainText("Quarantined · 1 message");
    await dialog.getByLabel("Email").fill("nobody@example.in");
    await expect(found).toHaveCount(0);
    await dialog.getByLabel("Phone").fill("");
    await dialog.getByRole("button", { name: "Show whose messages" }).click();
    await expect(found).toHaveText("No message of this person was found.");
    await dialog.getByLabel("Phone").fill("+91 98250-12345");
    await dialog.getByLabel("Email").fill("");
    await dialog.getByRole("button", { name: "Show whose messages" }).click();
    await expect(found).toContainText("Quarantined · 1 message");
    expect(await site.sql("select id from feedback")).toHaveLength(1);
    await dialog.getByRole("button", { name: "Erase 1 message for good" }).click();
    await expect(page.getByText("Messages erased: 1")).toBeVisible();
    expect(await site.sql("select id from feedback")).toEqual([]);

    await page.locator("main summary", { hasText: words.en["inbox.tools"] }).click();
    await page.getByRole("button", { name: "Inbox settings" }).click();
    await page.getByLabel("Delete messages after").selectOption("12");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    const [kept] = await site.sql("select retention_months from lead_settings");
    expect(kept).toEqual({ retention_months: 12 });
  });

  test("L1 during an attack a slow phone solves its proof of work unnoticed", async ({
    page,
    context,
    anotherSite,
  }) => {
    const site = await anotherSite({ PARICHAY_TRUSTED_PROXIES: "127.0.0.1/32" });
    for (let n = 0; n < 22; n++)
      await context.request.post(`${site.baseURL}/api/v1/leads`, {
        headers: { "Idempotency-Key": `attack ${n}`, "X-Forwarded-For": `10.0.${n}.1` },
        data: { kind: "quote_request", name: "bot", email: "bot@example.in", message: `attack ${n}` },
      });
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const puzzle = page.waitForResponse("**/api/v1/leads/token");
    await askForQuote(page, { name: "Slow Phone", email: "slow@example.in", message: "Please call" }, site.baseURL);
    expect((await (await puzzle).json()).targets).toHaveLength(4);
    await expect(page.getByText("Quote Request Submitted", { exact: true })).toBeVisible();
    const rows = await site.sql("select status, count(*)::int as n from feedback group by status order by status");
    expect(rows).toEqual([
      { status: "pending", n: 1 },
      { status: "spam", n: 22 },
    ]);
  });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/net::ERR/] });
  test.skip(({ isMobile }) => !isMobile);

  test("L1 a list that failed to load appears when the connection is back", async ({ page, context, site, signIn }) => {
    await fillInbox(site, ["Station Bakery"], { status: "won" });
    await signIn();
    await page.goto("/admin/inbox");
    await expect(page.getByText(words.en["inbox.empty.pending"])).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: words.en["inbox.status.won"] }).tap();
    await expect(page.getByText(words.en["error.offline"])).toBeVisible();
    await context.setOffline(false);
    await expect(page.locator("[data-lead]")).toHaveCount(1);
    await expect(page.getByText(words.en["error.offline"])).toHaveCount(0, sooner);
  });
});

test("L1 a background tab closes its event stream, and catches up when it is visible again", async ({
  page,
  site,
  signIn,
  isMobile,
}) => {
  test.skip(!isMobile);
  const turn = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  const isStream = (request: Request) => request.url().endsWith("/api/v1/events");
  await fillInbox(site, []);
  await signIn();
  await page.goto("/admin/inbox");
  await expect(page.getByText(words.en["inbox.empty.pending"])).toBeVisible();

  const ended = page.waitForEvent("requestfailed", isStream);
  await turn(true);
  await ended;
  await fillInbox(site, ["Station Bakery"]);
  await expect(page.locator("[data-lead]")).toHaveCount(0);
  const begun = page.waitForRequest(isStream);
  await turn(false);
  await begun;
  await expect(page.locator("[data-lead]")).toHaveCount(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/422/] });
  test.skip(({ isMobile }) => !isMobile);

  test("SV2 P2 L1 a form is an ordinary POST request, keeps refused input and shows the lead's reference", async ({
    page,
    site,
  }) => {
    // Leads of other tests in this worker must not count towards the rate limit.
    await site.sql("delete from arrivals");
    const word = words.gu;
    await page.goto(at("gu", "/services"));
    await page.getByRole("button", { name: word["services.quote"] }).nth(1).click();
    await expect(page).toHaveURL(/\/gu\/services\/quote/);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
    await page.locator("[name=name]").fill("બેકરી");
    await page.locator("[name=email]").fill("bakery@example.in");
    await page.locator("[name=message]").fill("દિવાળીના પોસ્ટર");
    await page.locator("[name=phone]").fill("12345678901234567");
    await page.getByRole("button", { name: word["services.quote.submit"] }).click();
    await expect(page.getByText(word["lead.issue.invalid_phone"])).toBeVisible();
    await expect(page.locator("[name=message]")).toHaveValue("દિવાળીના પોસ્ટર");
    await page.locator("[name=phone]").fill("98250 12345");
    await oldEnough(page);
    await page.getByRole("button", { name: word["services.quote.submit"] }).click();
    await expect(page.getByRole("heading", { name: word["services.quote.sent"] })).toBeVisible();
    await expect(page.getByText(/DM-\d+/)).toBeVisible();
    const [row] = await site.sql(
      "select name, comment, language, services, page from feedback order by id desc limit 1",
    );
    expect(row).toMatchObject({ name: "બેકરી", comment: "દિવાળીના પોસ્ટર", language: "gu", page: "/gu/services/quote" });
    expect(row?.services).toHaveLength(1);
  });
});

const payloads = [
  `<img src=x onerror="window.__xss=1">`,
  `"><script>window.__xss=1</script>`,
  `</script><svg onload=window.__xss=1>`,
  `javascript:window.__xss=1`,
  `=HYPERLINK("javascript:window.__xss=1")`,
];

test.describe("with a mail server", () => {
  test.skip(({ isMobile }) => !isMobile);

  test("L1 L2 a script in any field runs neither in the inbox nor in the mail or export", async ({
    page,
    context,
    anotherSite,
    mailbox,
  }) => {
    const site = await anotherSite(mailbox.settings);
    const dialogs: string[] = [];
    context.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await context.request.post(`${site.baseURL}/api/v1/session`, { data: site.owner });
    for (const payload of payloads) {
      const { token } = await (await context.request.get(`${site.baseURL}/api/v1/leads/token`)).json();
      const data = {
        kind: "quote_request",
        name: payload,
        email: "bakery@example.in",
        phone: "98250 12345",
        message: payload,
        services: [payload],
        edition: payload,
        page: payload,
        source: payload,
        consent: payload,
        token,
      };
      const key = { "Idempotency-Key": payload.slice(0, 20) };
      await context.request.post(`${site.baseURL}/api/v1/leads`, { data, headers: key });
    }
    // The leads came too fast and were quarantined. Here only their content matters.
    const kept = await site.sql<{ id: string }>("update feedback set status = 'pending', flag = '' returning id");
    expect(kept).toHaveLength(payloads.length);
    const [lead] = kept;
    await site.sql("select enqueue_job('lead_notice', jsonb_build_object('id', $1::bigint), 'mail', 5)", [lead?.id]);
    const unharmed = async () => {
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      expect(dialogs).toEqual([]);
    };
    await page.goto(`${site.baseURL}/admin/inbox`);
    await expect(page.locator("[data-lead]")).toHaveCount(payloads.length);
    await unharmed();
    for (const { id } of kept) {
      await page.goto(`${site.baseURL}/admin/inbox?lead=${id}`);
      const lead = page.getByRole("article");
      for (const title of ["inbox.answer", "inbox.history", "inbox.details"] as const) await unfold(lead, title);
      await expect(lead.locator("dd").first()).toBeVisible();
      await lead.getByLabel("A note for yourself").fill(payloads[1] ?? "");
      await page.getByRole("button", { name: "Add note" }).click();
      await expect(lead.locator("ol").getByRole("listitem")).toHaveCount(2);
      await unharmed();
    }
    await expect(async () => {
      await page.goto(mailbox.page);
      await expect(page.locator("article")).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await expect(page.locator("pre")).toContainText("onerror");
    await unharmed();
    for (const format of ["csv", "json"]) {
      const file = await context.request.get(`${site.baseURL}/api/v1/leads/export?format=${format}`);
      expect(file.headers()["content-disposition"]).toContain("attachment");
      expect(file.headers()["x-content-type-options"]).toBe("nosniff");
      // Even inside a page it is only text.
      await page.setContent("<pre></pre>");
      await page.locator("pre").evaluate((pre, text) => pre.append(text), await file.text());
      await unharmed();
      if (format === "csv") expect(await file.text()).not.toMatch(/["\n;]=/);
    }
  });
});
