import en from "../locales/en.json" with { type: "json" };
import { monday } from "./days.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages } from "./languages.ts";

const prices = {
  en: ["₹450", "from ₹1,200", "₹90–₹120.50", "Price on request"],
  hi: ["₹450", "₹1,200 से", "₹90–₹120.50", "कीमत पूछने पर"],
  gu: ["₹450", "₹1,200થી", "₹90–₹120.50", "ભાવ માટે પૂછો"],
};

const stored = [
  { title: "Sponge cake", price: "45000", unit: "Half kilo", group: "Cakes" },
  { title: "Cookies", price: "9000-12050", unit: "", group: "Biscuits" },
  { title: "Wedding cake", price: "120000+", unit: "Per kilo", group: "Cakes" },
  { title: "Party", price: "ask", unit: "", group: "" },
];

test("services show their prices, in groups, in every language", async ({ page, signIn }) => {
  await signIn();
  for (const values of stored) {
    const made = await page.request.post("/api/v1/services", {
      headers: { "Idempotency-Key": values.title },
      data: {
        values: { ...values, description: "Fresh every day", icon: "Cake", features: [] },
        translations: values.title === "Wedding cake" ? { gu: { group: "કેક" } } : {},
      },
    });
    expect(made.ok()).toBe(true);
  }
  for (const lang of languages) {
    await page.goto(at(lang, "/services"));
    for (const price of prices[lang]) await expect(page.getByText(price, { exact: true })).toBeVisible();
  }
  await page.goto("/gu/services");
  await expect(page.getByRole("region").getByRole("heading", { level: 2 })).toHaveText(["કેક", "Biscuits"]);
  await page.goto("/services");
  await expect(page.getByRole("heading", { level: 2, name: "Cakes", exact: true })).toBeVisible();
  const cakes = page.getByRole("region", { name: "Cakes" }).getByRole("article");
  await expect(cakes.getByRole("heading", { level: 3 })).toHaveText(["Sponge cake", "Wedding cake"]);
  await page.getByRole("link", { name: "Biscuits", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Biscuits" })).toBeInViewport();
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(data.join("")).toContain('"minPrice":"90.00"');
});

test("an owner types a price, and visitors see it", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/edit-services");
  await page.getByRole("link", { name: "Content Marketing", exact: true }).click();
  const price = page.getByRole("group", { name: en["item.services.price"] });
  await price.getByLabel(en["input.price.low"]).fill("cheap");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(price.getByLabel(en["input.price.low"])).toHaveAttribute("aria-invalid", "true");
  await price.getByLabel(en["input.price.low"]).fill("₹4,500");
  await price.getByText(en["input.price.from"], { exact: true }).click();
  await page.getByLabel(en["item.services.unit"]).fill("A month");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/edit-services$/);
  await expect(page.getByText("from ₹4,500")).toBeVisible();
  await page.goto("/services");
  await expect(page.getByRole("article").filter({ hasText: "Content Marketing" })).toContainText(
    "from ₹4,500 · A month",
  );
});

test("with a trade, services are rows that lead to their pages", async ({ page, signIn, site }) => {
  await signIn();
  const { revision } = await (await page.request.get("/api/v1/site/stored")).json();
  await page.request.patch("/api/v1/site", { data: { revision, site: { trade: "bakery" } } });
  const { items } = await (await page.request.get("/api/v1/stored/services")).json();
  await page.request.patch(`/api/v1/services/${items[0].id}`, {
    data: {
      revision: items[0].revision,
      values: { title: "Plum cake", price: "60000", unit: "Half kilo", address: "plum-cake" },
    },
  });
  await page.goto("/services");
  await page.getByRole("link", { name: "Plum cake" }).click();
  await expect(page).toHaveURL(/\/services\/plum-cake$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Plum cake");
  await expect(page.getByText("₹600")).toBeVisible();
  await page.locator("article button[name=service]").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/name/i).fill("Bakery");
  await dialog.getByLabel(/phone/i).fill("98250 12345");
  await dialog.locator("input[type=date]").fill(monday());
  await dialog.locator("textarea").first().fill("For ten people");
  await dialog.locator("button[type=submit]").click();
  await expect(dialog).not.toBeVisible();
  const [lead] = await site.sql<{ services: string[] }>("select services from feedback order by id desc limit 1");
  expect(lead?.services).toEqual(["Plum cake"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a service's page leads to the form with the service chosen", async ({ page, site }) => {
    const [first] = await site.sql<{ id: string; title: string }>(
      "select id, title from services order by position limit 1",
    );
    await page.goto(`/services/${first?.id}`);
    await page.locator("article button[name=service]").click();
    await expect(page.getByRole("checkbox", { name: first?.title ?? "", exact: true })).toBeChecked();
  });
});
