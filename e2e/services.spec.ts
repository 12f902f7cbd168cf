import { expect, test } from "./fixtures.ts";
import { at, languages } from "./languages.ts";

const titles = ["Social Media Management", "Search Engine Optimization", "Content Marketing", "Paid Advertising"];
const steps = ["Discovery", "Strategy Development", "Implementation", "Analysis", "Optimization"];

test("SV1 there are four services, each with a description and four features", async ({ page }) => {
  await page.goto("/services");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(4);
  for (const [index, title] of titles.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole("heading", { name: title })).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveCount(4);
  }
});

for (const lang of languages) {
  test(`SV1 R1 SV4 the ${lang} services page opens and links home`, async ({ page }) => {
    await page.goto(at(lang, "/services"));
    await expect(page.getByRole("article")).toHaveCount(4);
    await expect(page.locator(`a[href="${at(lang, "/")}"]`).first()).toBeVisible();
  });
}

test("SV2 a quote request is stored before it is confirmed", async ({ page, site }) => {
  await page.goto("/services");
  await page.getByRole("button", { name: "Request a Quote" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(/email/i)).toHaveAttribute("type", "email");
  await dialog.getByLabel(/name/i).fill("Bakery");
  await dialog.getByLabel(/email/i).fill("bakery@example.in");
  await dialog.getByLabel(/message/i).fill("Posters for Diwali");
  for (const title of titles.slice(0, 2)) {
    const box = dialog.getByRole("checkbox", { name: title });
    if (!(await box.isChecked())) await dialog.locator("label", { hasText: title }).click();
  }
  await dialog.locator("button[type=submit]").click();
  await expect(page.getByText("Quote Request Submitted", { exact: true })).toBeVisible();
  await expect(page.getByText("We'll get back to you within 24 hours.")).toBeVisible();
  await expect(dialog).not.toBeVisible();
  const offer = page.getByRole("link", { name: "Continue on WhatsApp" });
  const [left, right] = await offer.evaluate((link) => {
    const inner = link.getBoundingClientRect();
    const outer = link.parentElement?.getBoundingClientRect() ?? inner;
    return [inner.left - outer.left, outer.right - inner.right];
  });
  expect(right).toBeCloseTo(left ?? 0, 0);
  const rows = await site.sql<{ name: string; services: string[]; status: string; phone: string }>(
    "select name, services, status, phone from feedback where feedback_type = 'quote_request' order by id desc limit 1",
  );
  expect(rows[0]).toMatchObject({ name: "Bakery", status: "pending", phone: "" });
  expect(rows[0]?.services).toEqual(expect.arrayContaining(titles.slice(0, 2)));
});

test.describe("when the response is lost", () => {
  test.use({ expectedErrors: [/Failed to load resource|net::ERR/] });

  test("SV2 L1 the form keeps the input, and sending again stores only one lead", async ({ page, site }) => {
    await page.goto("/services");
    await page.getByRole("button", { name: "Request a Quote" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/name/i).fill("Lost Answer");
    await dialog.getByLabel(/email/i).fill("lost@example.in");
    await dialog.getByLabel(/message/i).fill("Stored, but the answer never arrived");
    await page.route("**/api/v1/leads", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await dialog.locator("button[type=submit]").click();
    await expect(dialog.locator("button[type=submit]")).toBeEnabled();
    await expect(dialog.getByLabel(/message/i)).toHaveValue("Stored, but the answer never arrived");
    await page.unroute("**/api/v1/leads");
    // An in-app browser is often killed while the visitor uses another app.
    await page.reload();
    await page.getByRole("button", { name: "Request a Quote" }).first().click();
    await expect(dialog.getByLabel(/message/i)).toHaveValue("Stored, but the answer never arrived");
    await dialog.locator("button[type=submit]").click();
    await expect(page.getByText("Quote Request Submitted", { exact: true })).toBeVisible();
    const [row] = await site.sql<{ n: string }>("select count(*) as n from feedback where name = 'Lost Answer'");
    expect(row?.n).toBe("1");
  });
});

test("SV2 a tap before the script has loaded gets feedback at once, and the dialog's scripts load in parallel", async ({
  page,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  await page.route("**/assets/*.js", async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto("/services");
  const button = page.getByRole("button", { name: "Request a Quote" }).first();
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  for (const name of ["entry-public", "react", "services", "mount", "quote-dialog", "use-lead"])
    await expect.poll(() => asked.some((url) => url.includes(`/${name}-`)), name).toBe(true);
  answer();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-busy");
  expect(new Set(asked).size).toBe(asked.length);
});

test("SV3 Learn More explains the service in five steps and leads to the quote", async ({ page }) => {
  await page.goto("/services");
  await page.getByRole("button", { name: "Learn More" }).first().click();
  const dialog = page.getByRole("dialog");
  for (const step of steps) await expect(dialog.getByText(step, { exact: true })).toBeVisible();
  await expect(dialog.getByText("Why choose us", { exact: false })).toBeVisible();
  await dialog.getByRole("button", { name: "Get a Quote" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByRole("dialog").getByLabel(/message/i)).toBeVisible();
});
