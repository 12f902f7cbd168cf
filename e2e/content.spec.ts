import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { saveSite } from "./owner.ts";

test("C5 an open page updates in place when the visitor returns to it", async ({ page, signIn, site }) => {
  await signIn();
  await page.goto("/");
  await page.evaluate(() => {
    document.body.dataset.kept = "yes";
  });
  // A touch hydrates the page, which otherwise waits until the browser is idle.
  await page.getByRole("heading", { name: "Digital Market" }).tap();
  await page.waitForFunction(() => !window.__early);
  await saveSite(page, site, { brandName: "Fresh Name" });
  await expect(page.getByRole("heading", { name: "Digital Market" })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("heading", { name: "Fresh Name" })).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-kept", "yes");
});

test("C9 the main list shows one toast at a time", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/edit-email");
  for (const name of ["one@example.in", "hello@example.com"]) {
    await page.getByRole("textbox", { name: words.en["field.email.label"] }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
    await expect(page.getByText("Success", { exact: true })).toHaveCount(1);
  }
});

test("R3 /old redirects to the home page without a history entry", async ({ page }) => {
  await page.goto("/hi");
  const before = await page.evaluate(() => history.length);
  await page.goto("/old");
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test.describe("a path that does not exist", () => {
  test.use({ expectedErrors: [/404/] });

  test("R4 N1 shows the not-found page with status 404, and the path is logged", async ({ page, site }) => {
    const answer = await page.goto("/gu/nothing-here");
    expect(answer?.status()).toBe(404);
    await expect(page.getByText("404", { exact: true })).toBeVisible();
    await expect(page.getByText(words.gu["notFound.message"])).toBeVisible();
    expect(site.log()).toContain("path=/gu/nothing-here");
    await page.getByRole("link", { name: words.gu["common.backToHome"] }).click();
    await expect(page).toHaveURL(/\/gu$/);
    await page.goto("/nothing-here");
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
  });
});
