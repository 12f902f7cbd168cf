// Reports on visits, leads and money: every number matches the stored rows, in each language.
import type { Page } from "@playwright/test";
import type { Site } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { looked, words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;

const today = "(now() at time zone 'Asia/Kolkata')::date";

/** Stores known sums and leads: today, the two days before, and nine days ago. Counting began two weeks ago. */
async function count(site: Site) {
  await clear(site);
  await site.sql(`insert into visit_counts (day, report, key, visits, views, taps, people)
    select ${today} - ago, report, key, visits, views, taps, people from (values
      (0, 'all', '', 5, 5, 0, 5), (14, 'all', '', 0, 0, 0, 0),
      (1, 'all', '', 3, 4, 1, 2), (2, 'all', '', 1234, 2000, 410, 900), (9, 'all', '', 1000, 1600, 400, 700),
      (2, 'channel', 'instagram', 1000, 1700, 300, 700), (2, 'channel', 'code:board', 234, 300, 110, 200), (1, 'channel', 'direct', 3, 4, 1, 2),
      (2, 'target', 'whatsapp', 0, 0, 300, 200), (2, 'target', 'page:/services', 0, 0, 110, 100), (1, 'target', 'call', 0, 0, 1, 1),
      (2, 'page', '/', 1234, 2000, 410, 900), (1, 'page', '/', 3, 4, 1, 2),
      (2, 'hour', '20', 1234, 2000, 410, 900), (1, 'hour', '0', 3, 4, 1, 2),
      (2, 'language', 'gu', 1234, 2000, 410, 900), (1, 'language', 'en', 3, 4, 1, 2)
    ) as row(ago, report, key, visits, views, taps, people)`);
  await site.sql("insert into codes (code, kind, name, target) values ('board', 'q', 'Shop board', '/')");
  // A reason that visits of the tests never have.
  await site.sql(`insert into visit_skips values (${today} - 1, 'flood', 42)`);
  await site.sql(`insert into feedback (name, email, comment, feedback_type, status, language, source, idempotency_key, digest, created_at, won_at, value_inr)
    select 'Somebody', 'somebody@example.in', 'Secret words', 'quote_request', status, 'en', source, 'insights ' || source, '', now() - interval '1 day', won, value from (values
      ('pending', 'instagram/diwali', null::timestamptz, null::bigint), ('won', 'q.board', now() - interval '1 day', 142000)
    ) as row(status, source, won, value)`);
}

async function clear(site: Site) {
  for (const table of ["visits", "visit_changed", "visit_counts", "visit_skips", "report_links", "feedback", "codes"])
    await site.sql(`delete from ${table}`);
}

const tile = (page: Page, column: string) => page.locator(`[data-tile=${column}] dd`).first();
const panel = (page: Page, report: string) => page.locator(`[data-report=${report}]`);
const row = (page: Page, report: string, key: string) => panel(page, report).locator(`[data-row="${key}"]`);

test.afterEach(async ({ site }) => clear(site));

for (const lang of looked) {
  test(`in ${lang} every number on the screen matches the stored rows`, async ({ page, signIn, site }) => {
    const w = words[lang];
    await count(site);
    await signIn();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin/insights");
    await expect(tile(page, "visits")).toHaveText("1,237");
    await expect(tile(page, "taps")).toHaveText("411");
    await expect(tile(page, "leads")).toHaveText("2");
    await expect(tile(page, "value")).toHaveText("₹1,42,000");
    await expect(page.locator("[data-tile=visits]")).toContainText(w["insights.more"].replace("{n}", "24%"));
    await expect(page.locator("[data-tile=visits]")).toContainText(w["insights.was"].replace("{n}", "1,000"));
    await expect(page.locator("[data-live]")).toContainText(w["insights.n.visits"].replace("{n}", "5"));
    await expect(panel(page, "funnel").locator("[data-step=taps]")).toContainText(
      w["insights.share.of.visits"].replace("{share}", "33%"),
    );
    await expect(panel(page, "funnel").locator("[data-step=won]")).toContainText("1 · ₹1,42,000");
    await expect(row(page, "channels", "instagram")).toContainText("1,000");
    await expect(row(page, "channels", "code:board")).toContainText(w["insights.n.value"].replace("{n}", "₹1,42,000"));
    await expect(row(page, "channels", "direct")).toContainText(w["channel.direct"]);
    await expect(row(page, "links", "whatsapp")).toContainText("73%");
    await expect(row(page, "links", "page:/services")).toContainText(w["block.part.services"]);
    await expect(panel(page, "hours")).toContainText(w["insights.n.visits"].replace("{n}", "1,234"));
    await expect(row(page, "pages", "/")).toContainText("2,004");
    await panel(page, "left").getByText(w["insights.report.left"]).click();
    await expect(panel(page, "left").getByRole("row", { name: w["insights.left.flood"] })).toContainText("42");
    await sound(page);
  });
}

test("each chart can be shown as a table and downloaded, and other days can be chosen", async ({
  page,
  signIn,
  site,
}) => {
  await count(site);
  await signIn();
  await page.goto("/admin/insights");
  for (const report of ["days", "funnel", "channels", "links", "hours", "pages", "languages", "codes"] as const) {
    await panel(page, report).getByRole("button", { name: t["insights.table.show"] }).click();
    await expect(panel(page, report).getByRole("table")).toBeVisible();
  }
  await expect(panel(page, "days").getByRole("row").nth(2)).toContainText("1,2349002,000410");
  await expect(panel(page, "channels").getByRole("row", { name: "QR: Shop board" })).toContainText("₹1,42,000");
  await sound(page);
  const href = await panel(page, "channels").getByRole("link", { name: "CSV" }).getAttribute("href");
  const file = await page.request.get(href ?? "");
  expect(file.headers()["content-disposition"]).toContain("channels-");
  expect(await file.text()).toContain(
    '"Instagram","1000","300","1","0","0"\r\n"QR: Shop board","234","110","1","1","142000"\r\n',
  );

  await page.getByText(t["insights.period.28d"]).click();
  await expect(tile(page, "visits")).toHaveText("2,237");
  await expect(page).toHaveURL(/period=28d/);
  await page.getByText(t["insights.period.7d"]).click();
  await expect(tile(page, "visits")).toHaveText("1,237");
  await page.getByRole("button", { name: t["insights.earlier"] }).click();
  await expect(tile(page, "visits")).toHaveText("1,000");
  await expect(tile(page, "leads")).toHaveText("0");
  await expect(page.getByRole("button", { name: t["insights.earlier"] })).toHaveAttribute("aria-disabled", "true");
  const later = page.getByRole("button", { name: t["insights.later"] });
  await later.click();
  await expect(tile(page, "visits")).toHaveText("1,237");
  await expect(page).not.toHaveURL(/end=/);
  await later.click();
  await expect(tile(page, "visits")).toHaveText("1,242");
  await expect(page.locator("[data-live]")).toContainText(t["insights.unfinished"]);
  await expect(later).toHaveAttribute("aria-disabled", "true");
  await site.sql(`delete from visit_counts where day < ${today} - 8`);
  await page.goto("/admin/insights");
  await expect(page.locator("[data-tile=visits]")).toContainText(t["insights.uncompared"]);
  await expect(page.locator("[data-tile=leads]")).toContainText(t["insights.more"].replace("{n}", "2"));
});

test("the values of a day and of an hour can be read by touch and by keyboard", async ({ page, signIn, site }) => {
  await count(site);
  await signIn();
  await page.goto("/admin/insights");
  const days = panel(page, "days");
  const slider = days.getByRole("slider");
  await expect(slider).toHaveAttribute("aria-valuetext", /1,234 visits, 410 taps, before: 1,000$/);
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", /: 3 visits, 1 tap, before: 0$/);
  await expect(days.locator("p", { hasText: "3 visits, 1 tap" })).toBeVisible();
  const chart = days.getByRole("img");
  await expect(chart).toHaveAttribute("aria-label", /1,237 visits, 1,000 in the days before/);
  const box = await chart.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  await page.touchscreen.tap(box.x + box.width - 60, box.y + 80);
  await expect(slider).toHaveAttribute("aria-valuetext", /1,234 visits/);

  const hours = panel(page, "hours").getByRole("slider");
  await expect(hours).toHaveAttribute("aria-valuetext", /8 pm to 9 pm: 1,234 visits$/);
  await hours.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(hours).toHaveAttribute("aria-valuetext", /7 pm to 8 pm: 0 visits$/);
});

test("a shared link shows the report without money or names until it is revoked", async ({
  browser,
  page,
  signIn,
  site,
}) => {
  await count(site);
  await signIn();
  await page.goto("/admin/insights");
  await page.getByRole("button", { name: t["insights.share"] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t["insights.share.label"]).fill("For the trust");
  await dialog.getByRole("button", { name: t["insights.share.make"] }).click();
  const link = await dialog.getByLabel(t["insights.share.made"]).inputValue();
  expect(new URL(link).pathname).toBe("/report");
  await sound(page);

  const other = await browser.newContext({ locale: "gu-IN", viewport: { width: 390, height: 844 } });
  try {
    const reader = await other.newPage();
    const asked: string[] = [];
    reader.on("request", (request) => asked.push(request.url()));
    await reader.goto(link.replace(new URL(link).origin, site.baseURL));
    await expect(tile(reader, "visits")).toHaveText("1,237");
    await expect(reader.locator("html")).toHaveAttribute("lang", "gu");
    await expect(tile(reader, "won")).toHaveText("1");
    const text = (await reader.locator("body").textContent()) ?? "";
    for (const hidden of ["₹", "Somebody", "Secret words", "For the trust", "Shop board"])
      expect(text).not.toContain(hidden);
    await expect(reader.getByRole("link", { name: "CSV" })).toHaveCount(0);
    const secret = new URL(link).hash.slice(1);
    expect(asked.filter((url) => url.includes(secret) && !url.includes("#"))).toEqual([]);
    expect(site.log()).not.toContain(secret);
    expect(await other.cookies()).toEqual([]);
    await sound(reader);

    await dialog.getByRole("button", { name: `${t["insights.share.end"]} : For the trust` }).click();
    const sure = page.getByRole("dialog", { name: t["insights.share.end.sure"].replace("{name}", "For the trust") });
    await sound(page);
    await sure.getByRole("button", { name: t["draftLink.end"] }).click();
    await expect(page.getByText(t["insights.share.ended"])).toBeVisible();
    await reader.reload();
    await expect(reader.getByText(words.gu["report.dead"])).toBeVisible();
  } finally {
    await other.close();
  }
});

test("before the first visit the screen says what to do", async ({ page, signIn, site }) => {
  await clear(site);
  await signIn();
  await page.goto("/admin/insights");
  await expect(page.getByRole("heading", { name: t["insights.start.title"] })).toBeVisible();
  await expect(page.getByLabel(t["insights.start.link"])).toHaveValue(site.baseURL);
  await sound(page);
  await page.getByRole("link", { name: t["insights.codes.all"] }).click();
  await expect(page).toHaveURL(/\/admin\/codes$/);
});
