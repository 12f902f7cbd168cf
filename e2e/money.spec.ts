import { expect, test } from "./fixtures.ts";
import { looked, words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;

/** The tests enter invalid values on purpose. */
test.use({ expectedErrors: [/422/] });

/** A long name without a space. */
const long = "સુરતટેક્સટાઇલમિલ્સપ્રાઇવેટલિમિટેડ".repeat(3);

test.beforeEach(async ({ site }) => {
  await site.sql("delete from feedback");
  for (const table of ["visits", "visit_changed", "visit_counts"]) await site.sql(`delete from ${table}`);
  await site.sql("update lead_settings set no_weekly_mail = false");
});

test("a lead can be won for ₹12,000, reverted and won again, and its value can be changed later", async ({
  page,
  site,
  signIn,
}) => {
  await site.sql(
    `insert into feedback (name, email, comment, feedback_type, language, source, idempotency_key, digest)
     values ('Station Bakery', 'bakery@example.in', 'Posters', 'quote_request', 'en', 'instagram/diwali', 'k', '')`,
  );
  const stored = () =>
    site.sql("select status, value_inr::int as value, won_at is not null as won from feedback order by id");
  await signIn();
  await page.goto("/admin/inbox");
  await expect(page.locator("[data-lead]")).toContainText("Instagram");
  await page.locator("[data-lead]").click();
  const lead = page.getByRole("article");
  const amount = lead.getByLabel(t["inbox.value.ask"]);
  await expect(lead.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(amount).toBeHidden();

  await lead.getByRole("button", { name: t["inbox.move.won"] }).click();
  await expect(page.getByText("Station Bakery: Won")).toBeVisible();
  expect(await stored()).toEqual([{ status: "won", value: null, won: true }]);
  await amount.fill("twelve");
  await amount.press("Enter");
  await expect(lead.getByText(t["issue.invalid.value"])).toBeVisible();
  await sound(page);
  await amount.fill("₹ 12,000");
  await amount.press("Enter");
  await expect(lead.getByText(/^₹12,000 · won \d+ \w+$/)).toBeVisible();
  await expect(page.getByText("Value saved: ₹12,000")).toBeVisible();
  expect(await stored()).toEqual([{ status: "won", value: 12_000, won: true }]);
  const undo = page.getByRole("button", { name: t["admin.undo"] });
  await undo.click();
  await expect(page.getByRole("status").getByText(t["inbox.value.removed"])).toBeVisible();
  expect(await stored()).toEqual([{ status: "won", value: null, won: true }]);

  await lead.getByRole("button", { name: t["inbox.move.won.contacted"] }).click();
  await lead.getByRole("button", { name: t["inbox.move.won"] }).click();
  await expect(page.getByText("Station Bakery: Won")).toBeVisible();
  await amount.fill("99");
  await undo.click();
  await expect(lead.getByRole("button", { name: t["inbox.move.won"] })).toBeVisible();
  await expect(amount).toBeHidden();
  expect(await stored()).toEqual([{ status: "contacted", value: null, won: false }]);

  await lead.getByRole("button", { name: t["inbox.move.won"] }).click();
  await amount.fill("१२,०००");
  await lead.getByRole("heading", { level: 2 }).click(); // clicking elsewhere keeps the value
  await expect(lead.getByText(/^₹12,000 · won/)).toBeVisible();
  await lead.getByRole("button", { name: t["inbox.value.change"] }).click();
  await expect(amount).toBeFocused();
  await amount.fill("1,42,000");
  await amount.press("Enter");
  await expect(lead.getByText(/^₹1,42,000 · won/)).toBeVisible();
  await lead.getByRole("heading", { name: t["inbox.history"] }).click();
  await expect(lead.getByRole("listitem").filter({ hasText: "Value: ₹1,42,000" })).toBeVisible();
  await sound(page);
  await page.goto("/admin/inbox?status=won");
  await expect(page.locator("[data-lead]")).toContainText("₹1,42,000");
});

test.describe("on a phone", () => {
  test.skip(({ isMobile }) => !isMobile);

  test("a walk-in customer can be added as a lead that is not waiting for an answer", async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/inbox");
    await page.getByRole("button", { name: t["inbox.add"] }).tap();
    const dialog = page.getByRole("dialog");
    const save = dialog.getByRole("button", { name: t["inbox.add.save"], exact: true });
    await save.tap();
    await expect(dialog.getByLabel(t["inbox.name"])).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByLabel(t["inbox.name"])).toBeFocused();
    await expect(dialog.getByLabel(t["inbox.name"])).toBeInViewport();
    await dialog.getByLabel(t["inbox.name"]).fill("Textile Mills");
    await dialog.getByLabel(t["inbox.add.channel"]).selectOption({ label: "IndiaMART" });
    await dialog.getByLabel(t["inbox.add.channel"]).selectOption({ label: t["channel.walkin"] });
    await dialog.getByLabel(t["inbox.phone"]).fill("98250 12345");
    await dialog.getByLabel(t["inbox.add.message"]).fill("A board for the shop");
    await dialog.getByLabel(t["inbox.add.value"]).fill("8,500");
    await save.tap();
    const lead = page.getByRole("article");
    await expect(lead.getByRole("heading", { level: 2 })).toHaveText("Textile Mills");
    await expect(lead.getByText(`${t["inbox.byHand"]} · ${t["channel.walkin"]}`)).toBeVisible();
    await expect(lead.getByText("₹8,500")).toBeVisible();
    await expect(lead.getByText(/due in/)).toHaveCount(0);
    const rows = await site.sql("select name, source, by_hand, status, value_inr::int as value from feedback");
    expect(rows).toEqual([{ name: "Textile Mills", source: "walkin", by_hand: true, status: "pending", value: 8500 }]);
    expect((await (await page.request.get("/api/v1/leads/counts")).json()).waiting).toBe(0);
    await page.goBack();
    await expect(page.locator("[data-lead]")).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: t["inbox.add"] }).tap();
    await dialog.getByRole("button", { name: t["common.close"] }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/inbox$/);
  });

  test("Home compares the last seven days with the seven before and links to Insights", async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/dashboard");
    await expect(page.getByRole("heading", { name: t["section.profile"] })).toBeVisible();
    const week = page.getByRole("link", { name: t["week.title"] });
    await expect(week).toHaveCount(0);
    await site.sql(
      `insert into visit_counts (day, report, key, visits, taps)
       select (now() at time zone 'Asia/Kolkata')::date - n, 'all', '', case when n <= 7 then 20 else 15 end, case when n <= 7 then 3 else 5 end
       from generate_series(0, 14) n`,
    );
    await site.sql(
      `insert into feedback (name, email, comment, feedback_type, language, idempotency_key, digest, status, value_inr, created_at, won_at)
       values ('Station Bakery', '', '', 'quote_request', 'en', 'k', '', 'won', 12000, now() - interval '1 day', now() - interval '1 day')`,
    );
    await page.reload();
    await expect(week).toHaveText(/Visits 140 \+35 ?Taps 21 −14 ?Leads 1 \+1 ?₹12,000 won/);
    await sound(page);
    await site.sql("delete from visit_counts where day < (now() at time zone 'Asia/Kolkata')::date - 13");
    await page.reload();
    await expect(week).toHaveText(/Visits 140 ?Taps 21 ?Leads 1 \+1 ?₹12,000 won/);
    await expect(week).toContainText(t["week.uncompared"]);
    await week.tap();
    await expect(page).toHaveURL(/\/admin\/insights$/);
  });

  test("the weekly mail can be turned off in the inbox settings", async ({ page, site, signIn }) => {
    await signIn();
    await page.goto("/admin/inbox");
    const chosen = async (on: boolean) => {
      await page.locator("main summary", { hasText: t["inbox.tools"] }).tap();
      await page.getByRole("button", { name: t["inbox.settings"] }).tap();
      const weekly = page.getByLabel(t["inbox.settings.weekly"]);
      await expect(weekly).toBeChecked({ checked: on });
      await weekly.tap();
      await page.getByRole("dialog").getByRole("button", { name: t["admin.save"] }).tap();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    await chosen(true);
    expect(await site.sql("select no_weekly_mail from lead_settings")).toEqual([{ no_weekly_mail: true }]);
    await page.reload();
    await chosen(false);
    expect(await site.sql("select no_weekly_mail from lead_settings")).toEqual([{ no_weekly_mail: false }]);
  });

  for (const lang of looked)
    test(`in ${lang} the weekly summary, a value and an added lead fit a phone and are accessible`, async ({
      page,
      site,
      signIn,
    }) => {
      const own = words[lang];
      await site.sql(
        `insert into feedback (name, email, comment, feedback_type, language, source, by_hand, idempotency_key, digest, status, value_inr, won_at)
         values ($1, '', $1, 'quote_request', 'gu', 'justdial', true, 'k', '', 'won', 999999999, now()),
           ('Station Bakery', '', '', 'quote_request', 'gu', $1, false, 'l', '', 'won', null, now())`,
        [long],
      );
      await site.sql(
        `insert into visit_counts (day, report, key, visits, taps) values ((now() at time zone 'Asia/Kolkata')::date, 'all', '', 1234567, 1234567)`,
      );
      await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
      await signIn();
      await page.goto("/admin/dashboard");
      await expect(page.getByRole("link", { name: own["week.title"] })).toContainText("12,34,567");
      await sound(page);
      await page.goto("/admin/inbox?status=won");
      await expect(page.locator("[data-lead]")).toHaveCount(2);
      await sound(page);
      for (const name of [long, "Station Bakery"]) {
        await page
          .locator("[data-lead]")
          .filter({ hasText: name.slice(0, 12) })
          .last()
          .tap();
        await expect(page.getByRole("article").getByRole("heading", { level: 2 })).toHaveText(name);
        await sound(page);
        await page.goBack();
      }
      await page.getByRole("button", { name: own["inbox.add"] }).tap();
      await expect(page.getByRole("dialog")).toBeVisible();
      await sound(page);
    });
});
