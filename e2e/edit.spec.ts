import { openSite } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";

/** What each screen refuses and takes. */
const screens = [
  {
    screen: "brand-name",
    label: "field.brandName.label",
    bad: "X",
    message: "Brand name must be at least 2 characters",
    good: "Ravi & Sons",
    failure: "Failed to update brand name",
    column: "brand_name",
  },
  {
    screen: "tagline",
    label: "field.tagline.label",
    bad: "abc",
    message: "Tagline must be at least 4 characters",
    good: "Since 1998 in Rajkot",
    failure: "Failed to update tagline",
    column: "tagline",
  },
  {
    screen: "instagram",
    label: "field.instagram.label",
    bad: "javascript:alert(1)",
    message: "Must be a valid URL",
    good: "https://www.instagram.com/ravi",
    failure: "Failed to update Instagram URL.",
    column: "instagram_link",
  },
  {
    screen: "email",
    label: "field.email.label",
    bad: "nobody",
    message: "Please enter a valid email address.",
    good: "ravi@example.in",
    failure: "Failed to update contact email.",
    column: "email",
    stays: true,
  },
] as const;

for (const { screen, label, bad, message, good, column, ...rest } of screens) {
  test(`E1 E9 E10 E11 edit-${screen} refuses, saves, says so and ${"stays" in rest ? "stays" : "returns"}`, async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await page.goto("/admin/dashboard");
    await page.locator(`a[href="/admin/edit-${screen}"]`).click();
    const input = page.getByRole("textbox", { name: words.en[label] });
    const before = await input.inputValue();
    expect(before).not.toBe("");

    for (const refused of ["", bad]) {
      await input.fill(refused);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(input).toHaveAttribute("aria-invalid", "true");
      await expect(input).toBeFocused();
    }
    await expect(page.getByText(message)).toBeVisible();

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/v1/site", async (route) => {
      if (route.request().method() === "PATCH") await held;
      await route.continue();
    });
    await input.fill(good);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    release();
    await expect(page.getByText("Success", { exact: true })).toBeVisible();
    const [row] = await site.sql<Record<string, string>>(
      `select ${column} as value from website_content order by updated_at desc limit 1`,
    );
    expect(row?.value).toBe(good);

    if ("stays" in rest) {
      await expect(input).toHaveValue(good);
      await expect(page).toHaveURL(new RegExp(`/admin/edit-${screen}$`));
    } else {
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
    }
    for (const lang of languages) {
      const html = await (await page.request.get(at(lang, "/"))).text();
      expect(html).toContain(good.replace("&", "&amp;"));
    }
  });
}

test.describe("when saving fails", () => {
  test.use({ expectedErrors: [/503|409|401|Failed to load resource|net::ERR/] });

  for (const { screen, label, good, failure } of screens) {
    test(`E1 edit-${screen} says what failed, stays and keeps the text`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(`/admin/edit-${screen}`);
      const input = page.getByRole("textbox", { name: words.en[label] });
      await input.fill(good.replace("R", "Q").replace("r", "q"));
      const typed = await input.inputValue();
      await page.route("**/api/v1/site", (route) => route.abort("connectionrefused"));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Error", { exact: true })).toBeVisible();
      await expect(page.getByText(failure)).toBeVisible();
      await expect(input).toHaveValue(typed);
      await expect(page).toHaveURL(new RegExp(`/admin/edit-${screen}$`));
    });
  }

  test("C3 with PostgreSQL away saving says so, nothing typed is lost, and the same save goes through afterwards", async ({
    browser,
  }) => {
    const site = await openSite();
    const context = await browser.newContext({ baseURL: site.baseURL });
    await context.request.post("/api/v1/session", { data: site.owner });
    const page = await context.newPage();
    await page.goto("/admin/edit-tagline");
    const input = page.getByRole("textbox", { name: words.en["field.tagline.label"] });
    await input.fill("Typed while the database was away");
    const name = new URL(site.databaseURL).pathname.slice(1);
    const admin = new URL(site.databaseURL);
    admin.pathname = "/postgres";
    await site.sqlOn(admin.href, `alter database ${name} allow_connections false`);
    await site.sqlOn(admin.href, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Failed to update tagline")).toBeVisible();
    await expect(page.getByText(words.en["error.unavailable"])).toBeVisible();
    await expect(input).toHaveValue("Typed while the database was away");
    expect((await context.request.get("/readyz")).status()).toBe(503);
    expect((await context.request.get("/")).status()).toBe(200);

    await site.sqlOn(admin.href, `alter database ${name} allow_connections true`);
    await expect.poll(async () => (await context.request.get("/readyz")).status()).toBe(200);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Success", { exact: true })).toBeVisible();
    expect(await (await context.request.get("/")).text()).toContain("Typed while the database was away");
    await context.close();
    await site.close();
  });

  test("C3 the second of two tabs is told, sees both texts, and decides", async ({ page, context, signIn }) => {
    await signIn();
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto("/admin/edit-tagline");
    const input = page.getByRole("textbox", { name: words.en["field.tagline.label"] });
    await other.getByRole("textbox", { name: words.en["field.tagline.label"] }).fill("From the other tab");
    await input.fill("From this tab");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other).toHaveURL(/\/admin\/dashboard$/);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(words.en["error.conflict"])).toBeVisible();
    await expect(page.getByText("From the other tab").first()).toBeVisible();
    await expect(input).toHaveValue("From this tab");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    expect(await (await page.request.get("/")).text()).toContain("From this tab");
  });

  test("A4 a session that ended while typing: sign in again in place, and the save goes on", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await page.goto("/admin/edit-tagline");
    const input = page.getByRole("textbox", { name: words.en["field.tagline.label"] });
    await input.fill("Typed before the session ended");
    await site.sql("delete from sessions");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(words.en["admin.sessionEnded"], { exact: true })).toBeVisible();
    await dialog.getByLabel(words.en["admin.email"]).fill(site.owner.email);
    await dialog.getByLabel(words.en["admin.password"]).fill(site.owner.password);
    await dialog.getByRole("button", { name: words.en["admin.login"], exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    expect(await (await page.request.get("/")).text()).toContain("Typed before the session ended");
  });
});

for (const lang of ["hi", "gu"] as const) {
  test(`E11 the tagline can be written in ${lang}, and falls back when emptied`, async ({ page, signIn }) => {
    await signIn();
    const text = lang === "hi" ? "आपके व्यापार का डिजिटल साथी" : "તમારા વ્યવસાયનો ડિજિટલ સાથી";
    for (const value of [text, ""]) {
      await page.goto("/admin/edit-tagline");
      await page.locator("label", { hasText: words.en[`language.${lang}`] }).click();
      await page.getByRole("textbox", { name: words.en["field.tagline.label"] }).fill(value);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Success", { exact: true })).toBeVisible();
      const html = await (await page.request.get(`/${lang}`)).text();
      expect(html.includes(text)).toBe(value !== "");
    }
  });
}
