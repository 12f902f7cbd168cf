import type { Page } from "@playwright/test";
import { expect, sooner, test } from "./fixtures.ts";
import { languages, words } from "./languages.ts";

async function sessionCookie(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "parichay_session");
}

test.describe("with wrong credentials", () => {
  test.use({ expectedErrors: [/401|429/] });

  for (const lang of languages) {
    test(`A1 A2 wrong credentials are refused in ${lang}, the right ones lead to the dashboard`, async ({
      page,
      site,
    }) => {
      const t = words[lang];
      await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
      await page.goto("/admin");
      await expect(page.getByRole("heading", { name: t["admin.adminLogin"] })).toBeVisible();
      const email = page.getByLabel(t["admin.email"]);
      const password = page.getByLabel(t["admin.password"], { exact: true });
      await expect(email).toHaveAttribute("type", "email");
      await expect(password).toHaveAttribute("type", "password");
      for (const input of [email, password]) await expect(input).toHaveAttribute("required");
      await expect(page.locator('a[href="/"]').first()).toBeVisible();

      await email.fill(site.owner.email);
      await password.fill("not the password");
      await page.getByRole("button", { name: t["admin.login"], exact: true }).click();
      await expect(page.getByText(t["admin.loginFailed"], { exact: true })).toBeVisible();
      await expect(page.getByText(t["admin.loginFailed.description"])).toBeVisible();
      await expect(page).toHaveURL(/\/admin$/);

      await password.fill(site.owner.password);
      await page.getByRole("button", { name: t["admin.login"], exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      await expect(page.getByText(t["admin.loginSuccessful"], { exact: true })).toBeVisible();
      await expect(page.getByText(t["admin.loginSuccessful.description"])).toBeVisible();
    });
  }
});

test("A1 the button reads Loading... and is disabled until the server responds", async ({ page, site }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto("/admin");
  await page.route("**/api/v1/session", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await page.getByLabel("Email").fill(site.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(site.owner.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("button", { name: "Loading..." })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("A4 R2 signed out, an admin screen shows no data and redirects to /admin", async ({ page }) => {
  // One screen of each kind; app.test.tsx has them all.
  for (const path of ["/admin/dashboard", "/admin/edit-phone", "/admin/edit-blog", "/admin/inbox"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.locator("form [name]:not([name=email], [name=password])")).toHaveCount(0);
  }
});

test("A4 signed in, /admin opens the dashboard; A5 the session survives a reload and storage holds no secret", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(kept).not.toContain("parichay_session");
  expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  for (const { httpOnly } of await page.context().cookies()) expect(httpOnly).toBe(true);
});

test.describe("a sign-in at the second attempt", () => {
  test.use({ expectedErrors: [/401/] });
  test("opens the screen that a deep link asked for", async ({ page, site }) => {
    await page.goto("/admin/inbox?status=won");
    await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
    await page.getByLabel("Email").fill(site.owner.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    const failed = page.getByText("Invalid email or password.").filter({ visible: true });
    await expect(failed).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(site.owner.password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/inbox\?status=won$/);
    await expect(failed, "the earlier error is gone").toHaveCount(0, sooner);
  });
});

test("A5 a corrupt session is discarded", async ({ page, context, site }) => {
  await context.addCookies([{ name: "parichay_session", value: "garbage{", url: site.baseURL }]);
  await page.goto("/admin/dashboard");
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
});

test("A6 logging out also ends the session on the server", async ({ page, signIn, site }) => {
  await signIn();
  const cookie = await sessionCookie(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("button", { name: "Logout" }).filter({ visible: true }).click();
  await expect(page.getByText("Logged Out", { exact: true })).toBeVisible();
  await expect(page.getByText("You have been successfully logged out.")).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  const answer = await fetch(`${site.baseURL}/api/v1/site/stored`, {
    headers: { cookie: `${cookie?.name}=${cookie?.value}` },
  });
  expect(answer.status).toBe(401);
});

test("A7 the session is checked every 30 seconds and renewed when 90 or less remain", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.clock.install();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/session")) calls.push(request.method());
  });
  const checked = page.waitForResponse((response) => response.url().endsWith("/api/v1/session"));
  await page.clock.runFor(30_000);
  await checked;
  expect(calls).toEqual(["GET"]);

  await page.route("**/api/v1/session", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), expiresIn: 90 } });
  });
  const renewed = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.clock.runFor(30_000);
  expect((await renewed).status()).toBe(200);
  const [row] = await site.sql<{ left: number }>(
    "select extract(epoch from max(expires_at) - now())::float8 as left from sessions",
  );
  expect(row?.left).toBeGreaterThan(3500);
});

test("a password can be pasted, and password managers recognise the fields", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin");
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await expect(email).toHaveAttribute("autocomplete", /\busername\b/);
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await page.evaluate((text) => navigator.clipboard.writeText(text), site.owner.password);
  await email.fill(site.owner.email);
  await password.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(password).toHaveValue(site.owner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  await page.goto("/admin/account");
  await expect(page.locator("input[autocomplete=new-password]").first()).toBeAttached();
  for (const field of await page.locator("input[type=password]").all())
    await expect(field).toHaveAttribute("autocomplete", /^(current|new)-password$/);
});
