// One-time links: the link that `parichay owner link` prints, and links in emails.
import type { Browser } from "@playwright/test";
import { type Mailbox, openMailbox, openSite, type Site } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { type Lang, looked, words } from "./languages.ts";
import { sound } from "./sound.ts";

test.use({ expectedErrors: [/401|404|409|422/] });

let own: Site;
let mailbox: Mailbox;

test.beforeAll(async () => {
  mailbox = await openMailbox();
  own = await openSite(mailbox.settings);
});
test.afterAll(async () => {
  mailbox.close();
  await own.close();
});

/** Restarts the site without an owner, and returns the link that `parichay owner link` prints. */
async function unowned(): Promise<string> {
  for (const table of ["owner", "sessions", "known_devices", "sign_in_attempts", "owner_links"])
    await own.sql(`delete from ${table}`);
  const before = own.log().length;
  await own.restart();
  await expect.poll(() => own.log().slice(before)).toContain("parichay owner link");
  expect(own.log()).not.toContain("/admin/setup#");
  const printed = await own.command(["owner", "link"]);
  return /\n {4}(http\S+\/admin\/setup#\S+)\n/.exec(printed)?.[1] ?? "";
}

const account = { email: "surya@example.in", password: "nine blue lanterns" };

/** Another phone, on which nobody is signed in. */
const phone = (browser: Browser, lang: Lang) =>
  browser.newContext({ locale: `${lang}-IN`, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

for (const lang of looked) {
  test(`the setup link creates the account by touch, in the browser's language ${lang}`, async ({ browser }) => {
    const t = words[lang];
    const link = await unowned();
    const context = await phone(browser, lang);
    const page = await context.newPage();
    await page.goto(new URL("/admin", link).href);
    await expect(page.getByRole("heading", { level: 1, name: t["signIn.unowned.title"] })).toBeVisible();
    await expect(page.getByText(t["signIn.unowned"])).toBeVisible();
    await expect(page.getByLabel(t["admin.email"], { exact: true })).toHaveCount(0);
    await sound(page);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: t["setup.title"] })).toBeVisible();
    await sound(page);
    const email = page.getByLabel(t["admin.email"], { exact: true });
    const password = page.getByLabel(t["admin.password"], { exact: true });
    const save = page.getByRole("button", { name: t["setup.save"] });
    await email.fill("surya");
    await password.fill("short");
    await save.tap();
    await expect(page.getByText(t["issue.invalid_email"])).toBeVisible();
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await sound(page);
    await email.fill(account.email);
    await password.fill(account.password);
    await save.tap();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByText(t["setup.done.title"], { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: t["admin.dashboard"] })).toBeVisible();

    // A used link says so and links to sign-in. An invalid link says how to get a new one.
    const elsewhere = await phone(browser, lang);
    const other = await elsewhere.newPage();
    await other.goto(link);
    await expect(other.getByRole("heading", { level: 1, name: t["setup.taken.title"] })).toBeVisible();
    await sound(other);
    await other.getByRole("link", { name: t["admin.adminLogin"] }).tap();
    await expect(other.getByRole("button", { name: t["admin.login"], exact: true })).toBeVisible();
    await own.sql("delete from owner");
    await other.goto(`${own.baseURL}/admin/setup#NONSENSE`);
    await expect(other.getByRole("heading", { level: 1, name: t["link.dead"] })).toBeVisible();
    await expect(other.getByText("parichay owner link")).toBeVisible();
    await elsewhere.close();
    await context.close();
  });
}

async function owned() {
  const link = await unowned();
  const [, token] = link.split("#");
  const answer = await fetch(`${own.baseURL}/api/v1/setup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token, ...account }),
  });
  expect(answer.status).toBe(200);
}

/** The link in the newest mail that contains the text. */
async function mailed(said: string, leads = /http\S+\/admin\/reset#\S+/): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const all = (await (await fetch(mailbox.page)).text()).split("</article>");
      link = leads.exec(all.find((text) => text.includes(said)) ?? "")?.[0] ?? "";
      return link;
    })
    .toBeTruthy();
  return link;
}

for (const lang of looked) {
  test(`a forgotten password can be reset by mail on a touchscreen in ${lang}`, async ({ page, browser }) => {
    const t = words[lang];
    await owned();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto(`${own.baseURL}/admin`);
    await page.getByRole("link", { name: t["reset.ask.title"] }).tap();
    await expect(page.getByRole("heading", { level: 1, name: t["reset.ask.title"] })).toBeVisible();
    await sound(page);
    await page.getByRole("button", { name: t["reset.send"] }).tap();
    await expect(page.getByLabel(t["admin.email"], { exact: true })).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel(t["admin.email"], { exact: true }).fill(account.email);
    await page.getByRole("button", { name: t["reset.send"] }).tap();
    await expect(page.getByText(t["reset.sent"])).toBeVisible();
    await sound(page);

    const link = await mailed(words[lang]["mail.reset.ignore"]);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: t["reset.choose.title"] })).toBeVisible();
    await sound(page);
    await page.getByLabel(t["account.password"], { exact: true }).fill("ten red lanterns, newly lit");
    await page.getByRole("button", { name: t["reset.save"] }).tap();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByText(t["reset.saved"])).toBeVisible();

    const elsewhere = await phone(browser, lang);
    const other = await elsewhere.newPage();
    await other.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await other.goto(link);
    await expect(other.getByRole("heading", { level: 1, name: t["link.dead"] })).toBeVisible();
    await other.getByRole("link", { name: t["reset.send"] }).tap();
    await expect(other.getByRole("heading", { level: 1, name: t["reset.ask.title"] })).toBeVisible();
    await elsewhere.close();
  });
}

for (const lang of looked) {
  test(`in ${lang} one press undoes a WhatsApp number that a stolen session changed`, async ({
    page,
    context,
    browser,
  }) => {
    const t = words[lang];
    await owned();
    await own.sql("update lead_settings set mail_language = $1", [lang]);
    await own.sql("delete from alarms");
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    const signIn = () => context.request.post(`${own.baseURL}/api/v1/session`, { data: account });
    expect((await signIn()).ok()).toBe(true);
    await page.goto(`${own.baseURL}/admin/edit-whatsapp`);
    const number = `98250 ${lang === "en" ? "66666" : "77777"}`;
    await page.getByLabel(t["field.chatLink.label"]).fill(number);
    await page.getByRole("button", { name: t["admin.save"], exact: true }).tap();
    await expect(page.getByText(t["toast.success"], { exact: true }).first()).toBeVisible();
    const chat = `wa.me/91${number.replace(" ", "")}`;

    const link = await mailed(chat, /http\S+\/admin\/not-me#\S+/);
    const owner = await phone(browser, lang);
    const seen = await owner.newPage();
    await seen.goto(link);
    await expect(seen.getByRole("heading", { level: 1, name: t["alarm.title"] })).toBeVisible();
    await expect(seen.getByText(chat)).toBeVisible();
    await sound(seen);
    const stored = () => context.request.get(`${own.baseURL}/api/v1/site/stored`);
    expect((await stored()).status(), "opening the link changes nothing").toBe(200);
    await seen.getByRole("button", { name: t["alarm.submit"] }).tap();
    await expect(seen.getByRole("heading", { level: 1, name: t["alarm.done.title"] })).toBeVisible();
    await expect(seen.getByText(t["alarm.outcome.back"])).toBeVisible();
    await expect(seen.getByText(t["alarm.done.before"].split(":")[0] ?? "")).toHaveCount(0);
    await sound(seen);
    expect((await stored()).status()).toBe(401);
    expect(await (await fetch(`${own.baseURL}/api/v1/site`)).text()).not.toContain(chat);
    await seen.reload();
    await expect(seen.getByText(t["alarm.done.before"].split(":")[0] ?? "")).toBeVisible();
    await sound(seen);
    // The thief may have pressed the button first and still be signed in.
    expect((await signIn()).ok()).toBe(true);
    await seen.getByRole("button", { name: t["alarm.submit.account"] }).tap();
    await expect(seen.getByRole("heading", { level: 1, name: t["alarm.done.title"] })).toBeVisible();
    expect((await stored()).status()).toBe(401);
    await seen.getByRole("link", { name: t["alarm.reset"] }).tap();
    await expect(seen.getByRole("heading", { level: 1, name: t["reset.ask.title"] })).toBeVisible();
    await owner.close();
  });
}

test("an export asks for the password, can be cancelled, and continues with the right password", async ({
  page,
  context,
}) => {
  const t = words.en;
  await owned();
  await context.request.post(`${own.baseURL}/api/v1/session`, { data: account });
  await own.sql("update sessions set confirmed_until = null");
  await page.goto(`${own.baseURL}/admin/account`);
  const everything = page.getByRole("link", { name: t["account.everything.download"] });
  await everything.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: t["account.confirm"] });
  await expect(dialog.getByLabel(t["account.confirm.password"])).toBeFocused();
  await sound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(everything).toBeFocused();
  await everything.tap();
  await dialog.getByLabel(t["account.confirm.password"]).fill(account.password);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/-export\.zip$/);
  await expect(dialog).toBeHidden();
});

test("without a mail server the sign-in page says who can help instead", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByText(words.en["signIn.forgotten"])).toBeVisible();
  await expect(page.getByRole("link", { name: words.en["reset.ask.title"] })).toHaveCount(0);
});
