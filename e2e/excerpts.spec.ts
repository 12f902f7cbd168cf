import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;

const save = (page: Page) => page.getByRole("button", { name: t["admin.save"], exact: true }).click();

async function addBlock(page: Page, kind: "prices" | "questions") {
  await page.goto("/admin/edit-blocks");
  await page.getByRole("link", { name: t["manager.blocks.add"] }).click();
  await page.getByRole("link", { name: t[`block.kind.${kind}.hint`] }).click();
}

async function addServices(page: Page) {
  const stored = [
    ...[1, 2, 3, 4, 5, 6].map((n) => ({ title: `Bread ${n}`, price: `${n}000`, unit: "Pack of 6", group: "Bread" })),
    { title: "Wedding cake", price: "120000+", unit: "Per kilo", group: "Cakes" },
    { title: "Party", price: "ask", unit: "", group: "Cakes" },
  ];
  for (const values of stored) {
    const made = await page.request.post("/api/v1/services", {
      headers: { "Idempotency-Key": values.title },
      data: {
        values: { ...values, description: "Fresh every day", icon: "Cake", features: [] },
        translations: { gu: { group: values.group === "Cakes" ? "કેક" : "બ્રેડ" } },
      },
    });
    expect(made.ok()).toBe(true);
  }
}

test("the home page shows the first prices of a group, and leads to the services", async ({ page, signIn }) => {
  await signIn();
  await addBlock(page, "prices");
  await save(page);
  await expect(page.getByText(t["manager.blocks.created"])).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: t["prices.title"], exact: true })).toHaveCount(0);

  await addServices(page);
  for (const lang of languages) {
    await page.goto(at(lang, "/"));
    const all = words[lang]["prices.all"].replace("{count}", "7");
    await expect(page.getByRole("link", { name: all })).toHaveAttribute("href", at(lang, "/services"));
    await expect(page.getByRole("link", { name: /Bread/ })).toHaveCount(5);
    await sound(page);
  }
  await page.goto("/");
  await page.getByRole("link", { name: "Bread 2 Pack of 6 ₹20" }).click();
  await expect(page).toHaveURL(/\/services\/bread-2$/);

  await page.goto("/admin/edit-blocks");
  await page
    .getByRole("link", { name: t["manager.actions.edit"].replace("{title}", t["block.kind.prices"]), exact: true })
    .click();
  await page.getByLabel(t["item.blocks.group"]).selectOption("Cakes");
  await save(page);
  await expect(page).toHaveURL(/edit-blocks$/);
  await page.goto("/gu");
  await expect(page.getByRole("heading", { name: "કેક" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Wedding cake/ })).toContainText("₹1,200થી");
  await expect(page.getByRole("link", { name: /Bread/ })).toHaveCount(0);
});

test("an owner finds the questions by the word faq, and writes one", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await page.getByRole("combobox", { name: t["find.label"] }).fill("faq");
  await page.getByRole("option", { name: t["manager.faq.title"] }).first().click();
  await expect(page).toHaveURL(/edit-faq$/);
  await page.getByRole("link", { name: t["manager.faq.add"] }).click();
  await page.getByLabel(t["item.faq.question"], { exact: true }).fill("Do you deliver?");
  await page.getByLabel(t["item.faq.answer"], { exact: true }).fill("Within 5 km.");
  await save(page);
  await expect(page.getByRole("row", { name: /Do you deliver/ })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a question opens its answer, and a price leads to its service", async ({ page, signIn }) => {
    await signIn();
    await addServices(page);
    for (const kind of ["questions", "prices"]) {
      const made = await page.request.post("/api/v1/blocks", {
        headers: { "Idempotency-Key": kind },
        data: { values: { kind } },
      });
      expect(made.ok()).toBe(true);
    }
    await page.request.post("/api/v1/faq", {
      headers: { "Idempotency-Key": "faq" },
      data: {
        values: { question: "How early must I order?", answer: "One day for up to two kilos." },
        translations: { gu: { question: "ઓર્ડર કેટલા દિવસ પહેલાં આપવો?" } },
      },
    });
    await page.goto("/");
    await expect(page.getByText("One day for up to two kilos.")).toBeHidden();
    await page.getByText("How early must I order?").click();
    await expect(page.getByText("One day for up to two kilos.")).toBeVisible();
    const data = await page.locator("script[type='application/ld+json']").allTextContents();
    expect(data.join("")).toContain('"@type":"FAQPage"');
    await page.getByRole("link", { name: /Bread 1/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bread 1");
    await page.goto("/gu");
    await expect(page.getByRole("heading", { name: words.gu["faq.title"] })).toBeVisible();
    await expect(page.getByText("ઓર્ડર કેટલા દિવસ પહેલાં આપવો?")).toBeVisible();
  });
});
