import { createHmac } from "node:crypto";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { openSite, type Site } from "../scripts/site.ts";
import { expect, sooner, test } from "./fixtures.ts";
import { looked, words } from "./languages.ts";
import { sound } from "./sound.ts";

// Passkeys need a host name, so these tests have their own site. Its account is reset before each test.
let own: Site;
test.beforeAll(async () => {
  own = await openSite({}, "localhost");
});
test.afterAll(() => own.close());

test.use({ expectedErrors: [/401|422/] });

const t = words.en;
const { email, password } = { email: "owner@example.com", password: "seven green lanterns" };
let hash = "";

test.beforeEach(async () => {
  const [row] = await own.sql<{ password_hash: string }>("select password_hash from owner");
  hash ||= row?.password_hash ?? "";
  await own.sql("update owner set email = $1, password_hash = $2", [email, hash]);
  for (const table of ["sessions", "half_sessions", "known_devices", "sign_in_attempts", "security_events"])
    await own.sql(`delete from ${table}`);
  for (const table of ["authenticators", "passkeys", "recovery_codes"]) await own.sql(`delete from ${table}`);
});

const admin = (path = "") => `${own.baseURL}/admin${path}`;

/** Presses a button: by touch on a phone, by keyboard on a desktop. */
async function press(button: Locator) {
  if (test.info().project.use.hasTouch) return button.tap();
  await button.focus();
  await button.press("Enter");
}

async function typePassword(page: Page, secret = password, address = email) {
  await page.goto(admin());
  await page.getByLabel(t["admin.email"]).fill(address);
  await page.getByLabel(t["admin.password"], { exact: true }).fill(secret);
  await press(page.getByRole("button", { name: t["admin.login"], exact: true }));
}

async function toAccount(page: Page) {
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await press(page.locator('a[href="/admin/account"]').filter({ visible: true }).first());
  await expect(page.getByRole("heading", { level: 1, name: t["screen.account.title"] })).toBeVisible();
  await unproven();
}

/** Makes the session ask for the password again, as it does some time after sign-in. */
const unproven = () => own.sql("update sessions set confirmed_until = null");

async function confirm(page: Page) {
  const dialog = page.getByRole("dialog", { name: t["account.confirm"] });
  await dialog.getByLabel(t["account.confirm.password"]).fill(password);
  await press(dialog.getByRole("button", { name: t["account.confirm.submit"] }));
  await expect(dialog).not.toBeVisible();
}

/** Adds a virtual authenticator for passkeys, which confirms every request. */
async function withAuthenticator(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The code that an authenticator app shows for a key, `steps` half minutes from now. */
function codeFor(key: string, steps = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const sum = createHmac("sha1", secret).update(counter).digest();
  const at = (sum.at(-1) ?? 0) & 15;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const signedInElsewhere = async (page: Page) => {
  const other = await page.context().browser()?.newContext();
  const answer = await other?.request.post(`${own.baseURL}/api/v1/session`, { data: { email, password } });
  expect(answer?.ok()).toBe(true);
  const works = async () => (await other?.request.get(`${own.baseURL}/api/v1/site/stored`))?.status();
  expect(await works()).toBe(200);
  return works;
};

test("A2 A3 A6 a registered passkey signs in without a password", async ({ page, context }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("suggests") === "no")
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await withAuthenticator(context, page);
  await typePassword(page);
  await toAccount(page);
  await press(page.getByRole("button", { name: t["account.passkeys.add"] }));
  await confirm(page);
  const codes = page.getByRole("dialog", { name: t["account.codes.keepThem"] });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await press(codes.getByRole("button", { name: t["account.codes.done"] }));
  await expect(page.getByText(t["account.second.on"])).toBeVisible();

  await press(page.getByRole("button", { name: new RegExp(t["account.passkeys.rename"]) }));
  await page.getByRole("textbox", { name: t["account.passkeys.name"] }).fill("मेरा फ़ोन");
  await press(page.getByRole("button", { name: t["admin.save"], exact: true }));
  await expect(page.getByText("मेरा फ़ोन")).toBeVisible();

  // The virtual authenticator confirms the first request: the suggestion at the email field, unless it is turned off.
  for (const suggests of ["no", "yes"]) {
    await page.evaluate((suggests) => sessionStorage.setItem("suggests", suggests), suggests);
    await page.goto(admin("/dashboard"));
    await press(page.getByRole("button", { name: t["admin.logout"] }).filter({ visible: true }));
    if (suggests === "no") await press(page.getByRole("button", { name: t["signIn.passkey"] }));
    await expect(page.getByText(t["admin.loginSuccessful"], { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  }
  const [{ n } = { n: 0 }] = await own.sql<{ n: number }>(
    "select count(*)::int as n from security_events where kind = 'signed_in_passkey'",
  );
  expect(n).toBe(2);
});

test("A2 A3 with an authenticator app, a password needs a code or an unused recovery code", async ({ page }) => {
  await typePassword(page);
  await toAccount(page);
  await press(page.getByRole("button", { name: t["account.totp.add"], exact: true }));
  const proof = page.getByRole("dialog", { name: t["account.confirm"] });
  await proof.getByLabel(t["account.confirm.password"]).fill("not the password");
  await press(proof.getByRole("button", { name: t["account.confirm.submit"] }));
  await expect(page.getByText(t["account.confirm.failed"], { exact: true })).toBeVisible();
  await confirm(page);
  await expect(page.getByText(t["account.confirm.failed"], { exact: true })).toBeHidden(sooner);
  const setup = page.getByRole("dialog", { name: t["account.totp.setup"] });
  const key = (await setup.locator("code").innerText()).replaceAll(" ", "");
  await expect(setup.getByRole("link", { name: t["account.totp.open"] })).toHaveAttribute("href", /^otpauth:/);
  const qr = setup.getByRole("img");
  await expect.poll(() => qr.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await setup.getByLabel(t["account.totp.code"]).fill("000");
  await press(setup.getByRole("button", { name: t["account.totp.enable"] }));
  await expect(setup.getByText(t["issue.invalid.code"])).toBeVisible();
  await setup.getByLabel(t["account.totp.code"]).fill(codeFor(key));
  await press(setup.getByRole("button", { name: t["account.totp.enable"] }));
  const codes = page.getByRole("dialog", { name: t["account.codes.keepThem"] });
  const recovery = (await codes.getByRole("listitem").first().innerText()).trim();
  await expect(codes.locator("h2 ~ button")).toHaveCount(0);
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Escape");
  await expect(codes).toBeVisible();
  await press(codes.getByRole("button", { name: t["account.codes.done"] }));

  const another = await page.context().browser()?.newContext();
  if (!another) throw new Error("no browser");
  const phone = await another.newPage();
  await typePassword(phone);
  await expect(phone.getByText(t["signIn.second"])).toBeVisible();
  await phone.reload();
  const code = phone.getByLabel(t["signIn.code"], { exact: true });
  await code.fill("123");
  await press(phone.getByRole("button", { name: t["admin.login"], exact: true }));
  await expect(phone.getByText(t["admin.loginFailed"], { exact: true })).toBeVisible();
  await expect(phone.getByText(t["signIn.wrongCode"])).toBeVisible();
  await code.fill(codeFor(key, 1));
  await phone.keyboard.press("Enter");
  await expect(phone).toHaveURL(/\/admin\/dashboard$/);
  await expect(phone.getByText(t["admin.loginSuccessful.description"])).toBeVisible();

  for (const outcome of ["right", "used"]) {
    await another.clearCookies();
    await typePassword(phone);
    await press(phone.getByRole("button", { name: t["signIn.useRecovery"] }));
    await phone.getByLabel(t["signIn.recoveryCode"]).fill(recovery.toLowerCase());
    await press(phone.getByRole("button", { name: t["admin.login"], exact: true }));
    if (outcome === "right") await expect(phone).toHaveURL(/\/admin\/dashboard$/);
    else await expect(phone.getByText(t["signIn.wrongCode"])).toBeVisible();
  }
  await press(phone.getByRole("button", { name: t["signIn.startAgain"] }));
  await expect(phone.getByLabel(t["admin.password"], { exact: true })).toBeVisible();
  await another.close();
});

test("A3 an ended session is renewed in place with password and code, and a new password ends other sessions", async ({
  page,
}) => {
  await typePassword(page);
  await toAccount(page);
  const other = await signedInElsewhere(page);
  const current = page.getByLabel(t["account.confirm.password"]);
  const chosen = page.getByLabel(t["account.password"], { exact: true });
  const save = page.getByRole("button", { name: t["account.password.save"] });
  await current.fill("not the one there is");
  await chosen.fill("eight white lanterns");
  await press(save);
  await expect(page.getByText(t["issue.invalid.current"])).toBeVisible();
  await current.fill(password);
  for (const [weak, why] of [
    ["short", /at least 12/],
    ["Password2024!", t["issue.common.password"]],
    ["qwertyuiopasdf", t["issue.pattern.password"]],
    ["owner@example.com", t["issue.own_words.password"]],
  ] as const) {
    await chosen.fill(weak);
    await press(save);
    await expect(page.getByText(why).first()).toBeVisible();
  }
  await press(page.getByRole("button", { name: t["account.password.make"] }));
  const made = await page.locator("output code").innerText();
  expect(made).toMatch(/^(?:[a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  await expect(chosen).toHaveValue(made);
  await chosen.fill("eight white lanterns");
  await expect(page.locator("output code"), "the suggested password is gone").toHaveCount(0);
  await press(save);
  await expect(page.getByText(t["account.password.saved"])).toBeVisible();
  expect(await other()).toBe(401);
  // Wait until the account is reloaded. Otherwise the reload, not the save below, would find the ended session.
  await expect(page.getByText(t["account.event.password_changed"]).first()).toBeVisible();

  // The session ends while a new email waits to be saved. Signing in again needs a code.
  const key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  await own.sql("insert into authenticators (secret, enabled_at) values ($1, now())", [key]);
  await own.sql("delete from sessions");
  await page.getByLabel(t["account.email"]).fill("new@example.com");
  await press(page.getByRole("button", { name: t["account.email.save"] }));
  const again = page.getByRole("dialog", { name: t["admin.sessionEnded"] });
  await again.getByLabel(t["admin.password"], { exact: true }).fill("eight white lanterns");
  await press(again.getByRole("button", { name: t["admin.login"], exact: true }));
  await again.getByLabel(t["signIn.code"], { exact: true }).fill(codeFor(key));
  await press(again.getByRole("button", { name: t["admin.login"], exact: true }));
  await expect(page.getByText(t["account.email.saved"])).toBeVisible();
  await unproven();
  await press(page.getByRole("button", { name: t["account.codes.renew"] }));
  await press(page.getByRole("dialog").getByRole("button", { name: t["account.codes.renew"] }));
  const dialog = page.getByRole("dialog", { name: t["account.confirm"] });
  await press(dialog.getByRole("button", { name: t["signIn.useCode"] }));
  await dialog.getByLabel(t["account.totp.code"]).fill(codeFor(key, 1));
  await press(dialog.getByRole("button", { name: t["account.confirm.submit"] }));
  await expect(page.getByRole("dialog", { name: t["account.codes.keepThem"] })).toBeVisible();
  const [row] = await own.sql<{ email: string }>("select email from owner");
  expect(row?.email).toBe("new@example.com");
});

test("A3 signed-in devices are listed and can be signed out one by one or all at once", async ({ page }) => {
  await typePassword(page);
  const [one, two] = [await signedInElsewhere(page), await signedInElsewhere(page)];
  await toAccount(page);
  await expect(page.getByText(t["account.sessions.this"])).toBeVisible();
  const end = page.getByRole("button", { name: new RegExp(`^${t["account.sessions.end"]}:`) });
  await expect(end).toHaveCount(2);
  await press(end.first());
  await confirm(page);
  await expect(end).toHaveCount(1);
  expect(new Set([await one(), await two()])).toEqual(new Set([200, 401]));
  await press(page.getByRole("button", { name: t["account.sessions.endOthers"] }));
  await expect(end).toHaveCount(0);
  expect([await one(), await two()]).toEqual([401, 401]);
  await expect(page.getByText(t["account.event.sessions_ended"]).first()).toBeVisible();
});

for (const lang of looked) {
  test(`A1 A3 the account page and both steps of signing in have no serious accessibility problem in ${lang}`, async ({
    page,
    isMobile,
  }) => {
    test.skip(!isMobile && lang !== looked[0], "the wider window changes the layout, not the words");
    const t = words[lang];
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await own.sql("insert into authenticators (secret, enabled_at) values ('JBSWY3DPEHPK3PXP', now())");
    await own.sql("insert into recovery_codes values ('x')");
    await page.goto(admin());
    await page.getByLabel(t["admin.email"]).fill(email);
    await page.getByLabel(t["admin.password"], { exact: true }).fill(password);
    await press(page.getByRole("button", { name: t["admin.login"], exact: true }));
    await expect(page.getByText(t["signIn.second"])).toBeVisible();
    await sound(page);
    await page.getByLabel(t["signIn.code"], { exact: true }).fill(codeFor("JBSWY3DPEHPK3PXP"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/dashboard$/);
    await page.goto(admin("/account"));
    await expect(page.getByText(t["account.events"])).toBeVisible();
    await unproven();
    await press(page.getByRole("button", { name: t["account.codes.renew"] }));
    await press(page.getByRole("dialog").getByRole("button", { name: t["account.codes.renew"] }));
    await page
      .getByRole("dialog", { name: t["account.confirm"] })
      .getByLabel(t["account.confirm.password"])
      .fill(password);
    await sound(page);
  });
}
