import { expect, test } from "./fixtures.ts";
import { languages, words } from "./languages.ts";

test("Home says in each language that no mail server is set up", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/dashboard");
  for (const lang of languages) {
    await page.evaluate((lang) => localStorage.setItem("language", lang), lang);
    await page.reload();
    const warning = page.getByRole("region", { name: words[lang]["notification.no_mail_server.title"] });
    await expect(warning).toBeVisible();
    await expect(warning.getByRole("link", { name: words[lang]["notification.inbox"] })).toBeVisible();
  }
});

test.describe("with a mail server", () => {
  test.skip(({ isMobile }) => !isMobile);

  test("Home warns while the mail server refuses mail, until a test email arrives", async ({
    page,
    context,
    anotherSite,
    mailbox,
  }) => {
    const site = await anotherSite(mailbox.settings);
    const title = words.en["notification.failing.title"];
    await context.request.post(`${site.baseURL}/api/v1/session`, { data: site.owner });
    await page.goto(`${site.baseURL}/admin/dashboard`);
    await expect(page.getByRole("heading", { name: words.en["section.contact"] })).toBeVisible();
    await expect(page.getByRole("region", { name: title })).toHaveCount(0);
    await mailbox.refuse(true);
    await context.request.post(`${site.baseURL}/api/v1/leads/notification/test`);
    const state = async () => (await context.request.get(`${site.baseURL}/api/v1/leads/notification`)).json();
    await expect.poll(state).toMatchObject({ state: "failing" });
    await page.reload();
    const warning = page.getByRole("region", { name: title });
    await expect(warning).toBeVisible();
    await mailbox.refuse(false);
    // Two test mails are at least ten seconds apart.
    await site.sql("update river_job set created_at = created_at - interval '1 minute' where kind = 'test_mail'");
    await warning.getByRole("button", { name: words.en["notification.test"] }).click();
    await expect(page.getByText(words.en["notification.test.sent"], { exact: true })).toBeVisible();
    await expect(warning).toHaveCount(0);
    expect(await (await fetch(mailbox.page)).text()).toContain(site.owner.email);
  });
});
