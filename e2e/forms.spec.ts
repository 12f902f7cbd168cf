import { monday } from "./days.ts";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";

test.use({ viewport: { width: 360, height: 740 } });

const gu = words.gu;

test("a visitor of a salon books with a phone number alone, in Gujarati on a small phone", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  const { revision } = await (await page.request.get("/api/v1/site/stored")).json();
  const saved = await page.request.patch("/api/v1/site", {
    data: {
      revision,
      site: {
        trade: "salon",
        businessHours: "Monday: 10 AM to 12 PM\nTuesday to Saturday: 10 AM to 7 PM\nSunday: closed",
      },
    },
  });
  expect(saved.status()).toBe(200);

  await page.goto("/gu/services");
  await page.locator("main h1 ~ div button").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(gu["lead.name"]).fill("આશા");
  const inputs = await dialog
    .locator("input:not([tabindex]), textarea, select")
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).name));
  expect(inputs.slice(0, 5)).toEqual(["name", "phone", "email", "detail:કયા દિવસે આવવું છે?", "detail:કેટલા વાગ્યે?"]);
  const submit = dialog.locator("button[type=submit]");
  await submit.click();
  await expect(dialog.locator("[name=phone]")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.locator("[name=phone]")).toHaveAttribute("type", "tel");
  await expect(dialog.locator("[name=email]")).toHaveAttribute("aria-invalid", "false");

  await dialog.locator("[name=phone]").fill("98250 12345");
  const time = dialog.getByLabel("કેટલા વાગ્યે?");
  await expect(time.locator("option")).toHaveCount(1 + 18);
  await dialog.getByLabel("કયા દિવસે આવવું છે?").fill(monday());
  await expect(time.locator("option")).toHaveText([
    gu["lead.choose"],
    "સવારે 10",
    "સવારે 10:30",
    "સવારે 11",
    "સવારે 11:30",
  ]);
  await time.selectOption("સવારે 10:30");
  await dialog.locator("textarea[name=message]").fill("વાળ કાપવા છે");
  const fits = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  expect(fits).toBe(true);
  await submit.click();
  await expect(dialog).toBeHidden();

  const [lead] = await site.sql<{
    id: number;
    email: string;
    status: string;
    details: { label: string; value: string }[];
  }>("select id, email, status, details from feedback order by id desc limit 1");
  expect(lead).toMatchObject({ email: "", status: "pending" });
  expect(lead?.details[1]).toEqual({ label: "કેટલા વાગ્યે?", value: "સવારે 10:30" });

  await page.goto(`/admin/inbox?lead=${lead?.id}`);
  const detail = page.getByRole("article");
  await expect(detail.getByText("સવારે 10:30")).toBeVisible();
  await expect(detail.locator("a[href^='tel:']")).toBeVisible();
  await expect(detail.locator("a[href^='https://wa.me/']")).toBeVisible();
  await expect(detail.locator("a[href^='mailto:']")).toHaveCount(0);
});

test("the owner writes questions of their own, and the form asks them", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/edit-form");
  await page.getByLabel(words.en["field.formNeeds.option.phone"]).check();
  await page.getByRole("button", { name: words.en["questions.add"] }).click();
  await page.getByLabel(words.en["questions.label"]).fill("Which size?");
  await page.getByLabel(words.en["questions.kind"]).selectOption("choice");
  await page.getByLabel(words.en["questions.choices"]).fill("Small\nLarge");
  await page.getByRole("button", { name: words.en["admin.save"] }).click();
  await expect(page.getByText(words.en["toast.success"], { exact: true })).toBeVisible();

  await page.goto("/services/quote");
  await expect(page.getByLabel("Which size?").locator("option")).toHaveText([
    words.en["lead.choose"],
    "Small",
    "Large",
  ]);
  await expect(page.locator("[name=phone]")).toHaveAttribute("required", "");
});
