import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import { expect, test } from "./fixtures.ts";
import { looked, words } from "./languages.ts";
import { pixelsOf } from "./pixels.ts";
import { sound } from "./sound.ts";

const t = words.en;

// When the server rejects input with 422, the browser logs that response as an error.
test.use({ expectedErrors: [/422/] });

const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** Decodes a picture of a QR code with an independent library. */
async function decoded(page: Page, picture: Locator): Promise<string | undefined> {
  const side = 400;
  const source = await picture.evaluate((image: HTMLImageElement) => image.src);
  return jsQR(await pixelsOf(page, source, side), side, side)?.data;
}

/** The path at which a visitor arrives who opens an address. */
async function landing(page: Page, address: string): Promise<string> {
  const context = await page.context().browser()?.newContext();
  const visitor = await context?.newPage();
  await visitor?.goto(address);
  const { pathname, search, hash } = new URL(visitor?.url() ?? "");
  await context?.close();
  return pathname + search + hash;
}

test("a QR code can be created and scanned, and its target can change after printing", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/insights");
  await page.locator('main a[href="/admin/codes"]').click();
  await expect(page.getByText(t["codes.empty"])).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: t["codes.new"] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t["codes.make"] }).click();
  await expect(dialog.getByText(t["issue.required.codes.name"])).toBeVisible();
  await sound(page);
  await dialog.getByLabel(t["codes.name"]).fill("Shop board");
  await dialog.getByLabel(t["codes.target"]).selectOption(t["home.links.services"]);
  await dialog.getByLabel(t["codes.language"]).selectOption("gu");
  await dialog.getByRole("button", { name: t["codes.make"] }).click();

  const print = page.getByRole("dialog", { name: filled(t["codes.print.title"], { name: "Shop board" }) });
  const picture = print.getByRole("img", { name: filled(t["codes.drawn"], { name: "Shop board" }) });
  await expect(picture).toBeVisible();
  const address = (await decoded(page, picture)) ?? "";
  expect(address).toMatch(new RegExp(`^${site.baseURL}/q/[b-z2-9]{5}$`));
  await expect(print.getByLabel(t["codes.address.q"])).toHaveValue(address);
  await sound(page);
  const code = address.slice(-5);
  await print.locator("label", { hasText: t["codes.print.paper.a5"] }).click();
  const stand = print.getByRole("link", { name: t["codes.print.pdf"] });
  await expect(stand).toHaveAttribute("href", `/api/v1/codes/${code}/print.pdf?paper=a5`);
  const file = await page.context().request.get(`${site.baseURL}${await stand.getAttribute("href")}`);
  expect(file.headers()["content-type"]).toBe("application/pdf");
  expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
  for (const format of ["png", "svg"] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      print.getByRole("link", { name: t[`codes.print.${format}`] }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${code}.${format}`);
  }
  expect(await landing(page, address)).toBe(`/gu/services?src=q.${code}`);
  await print.getByRole("button", { name: t["common.close"] }).first().click();
  await expect(page.getByText(t["codes.none"])).toBeVisible();

  await page.getByRole("button", { name: filled(t["codes.edit"], { name: "Shop board" }) }).click();
  await dialog.getByLabel(t["codes.target"]).selectOption(t["codes.target.other"]);
  await dialog.getByRole("button", { name: t["admin.save"] }).click();
  await expect(dialog.getByText(filled(t["issue.required"], { field: t["codes.target.address"] }))).toBeVisible();
  await dialog.getByLabel(t["codes.target.address"], { exact: true }).fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: t["admin.save"] }).click();
  await expect(dialog.getByText(t["issue.invalid_url.codes.target"])).toBeVisible();
  await dialog.getByLabel(t["codes.target.address"], { exact: true }).fill("/portfolio#work");
  await dialog.getByRole("button", { name: t["admin.save"] }).click();
  await expect(page.getByText(t["codes.saved"])).toBeVisible();
  expect(await landing(page, address), "the same code leads to the new target").toBe(
    `/gu/portfolio?src=q.${code}#work`,
  );

  await page.getByRole("button", { name: filled(t["codes.edit"], { name: "Shop board" }) }).click();
  await dialog.getByRole("button", { name: t["codes.retire"] }).click();
  const sure = page.getByRole("dialog", { name: filled(t["codes.retire.sure"], { name: "Shop board" }) });
  await expect(sure.getByText(t["codes.retire.text.q"])).toBeVisible();
  await sure.getByRole("button", { name: t["codes.retire.confirm"] }).click();
  await expect(page.getByText(t["codes.empty"])).toBeVisible();
  await page.locator("summary", { hasText: t["codes.retired"] }).click();
  await expect(page.getByText(t["codes.leadsHome"])).toBeVisible();
  expect(await landing(page, address)).toBe(`/gu?src=q.${code}`);
});

test("a short link has the name that the owner chooses, and a name cannot be used twice", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/codes");
  const dialog = page.getByRole("dialog");
  const make = async (name: string, ending: string) => {
    await page.getByRole("button", { name: t["codes.newLink"] }).click();
    await dialog.getByLabel(t["codes.name"]).fill(name);
    await dialog.getByLabel(t["codes.code"]).fill(ending);
    await dialog.getByRole("button", { name: t["codes.makeLink"] }).click();
  };
  await make("Instagram bio", "Diwali26");
  await expect(dialog.getByLabel(t["codes.address.l"])).toHaveValue(`${site.baseURL}/l/diwali26`);
  await dialog.getByRole("button", { name: t["common.close"] }).first().click();
  expect(await landing(page, `${site.baseURL}/l/DIWALI26`)).toBe("/?src=l.diwali26");
  await expect(page.getByRole("region", { name: t["codes.links"] }).getByText("Instagram bio")).toBeVisible();
  await make("Again", "diwali26");
  await expect(dialog.getByText(t["issue.taken.codes.code"])).toBeVisible();
});

for (const lang of looked) {
  test(`many codes with their scans fit the ${lang} screen, and search finds New code`, async ({
    page,
    signIn,
    site,
  }) => {
    const t = words[lang];
    await signIn();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await site.sql(`insert into codes (code, kind, name, target, language, created_at)
      select 'many' || n, case when n % 4 = 0 then 'l' else 'q' end, repeat('જાહેરાતપત્રિકા', 1 + n % 4), '/services', 'gu', now() - n * interval '1 day'
      from generate_series(1, 40) n`);
    await site.sql(
      "insert into visit_counts (day, report, key, scans) values ('2026-01-05', 'channel', 'code:many1', 138)",
    );
    try {
      await page.goto("/admin/codes");
      await expect(page.getByText(filled(t["codes.scans.many"], { n: "138" }))).toBeVisible();
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(40);
      await sound(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(t["codes.new"]);
      await page.getByRole("dialog").locator('[role=option][data-to="/admin/codes?new"]').click();
      await expect(page.getByRole("dialog").getByLabel(t["codes.name"])).toBeVisible();
    } finally {
      await site.sql("delete from visit_counts");
    }
  });
}
