import { expect, test } from "./fixtures.ts";
import { at, languages } from "./languages.ts";

for (const lang of languages) {
  test(`P1 there are four case studies in ${lang}, each with its dialog`, async ({ page }) => {
    await page.goto(at(lang, "/portfolio"));
    const cards = page.getByRole("article");
    await expect(cards).toHaveCount(4);
    for (const card of await cards.all()) {
      await card.getByRole("link").first().click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("heading", { level: 3 })).toHaveCount(3); // problem, work, figures
      await page.keyboard.press("Escape");
      await expect(dialog).not.toBeVisible();
    }
  });
}

const fields = { name: "Bakery", email: "bakery@example.in", phone: "98250 12345", company: "Textile works" };

test("P2 P3 P4 a portfolio request needs all four fields, is stored as specified and confirmed", async ({
  page,
  site,
}) => {
  await page.goto("/portfolio");
  await page.getByRole("button", { name: "Request Full Portfolio" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(4);
  for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(new RegExp(name, "i")).fill(value);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v1/leads", async (route) => {
    await held;
    await route.continue();
  });
  await dialog.locator("button[type=submit]").click();
  await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  release();
  await expect(page.getByText("Your request has been submitted! We'll get back to you soon.")).toBeVisible();
  await expect(dialog).not.toBeVisible();
  const [row] = await site.sql(
    "select name, email, phone, comment, feedback_type, rating, status from feedback order by id desc limit 1",
  );
  expect(row).toEqual({
    name: "Bakery",
    email: "bakery@example.in",
    phone: "98250 12345",
    comment: "Portfolio request from Textile works",
    feedback_type: "portfolio_request",
    rating: 5,
    status: "pending",
  });
  await page.getByRole("button", { name: "Request Full Portfolio" }).first().click();
  await expect(page.getByRole("dialog").getByLabel(/company/i)).toHaveValue("");
});

test.describe("when it fails", () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR|503/] });

  test("P4 C9 a failed request keeps dialog and text, and shows a toast in the stack", async ({ page }) => {
    await page.goto("/portfolio");
    await page.getByRole("button", { name: "Request Full Portfolio" }).first().click();
    const dialog = page.getByRole("dialog");
    for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(new RegExp(name, "i")).fill(value);
    await page.route("**/api/v1/leads", (route) => route.abort("connectionrefused"));
    await dialog.locator("button[type=submit]").click();
    await expect(
      page.getByText("There was a problem submitting your request. Please try again.").first(),
    ).toBeVisible();
    await expect(dialog.getByLabel(/company/i)).toHaveValue("Textile works");
  });
});
