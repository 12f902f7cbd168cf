import { expect, test } from "./fixtures.ts";
import { languages, words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;

/** A script that draws a picture in the given colour in the browser. */
const drawn = (colour: string) => `(() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 600 });
  const context = canvas.getContext("2d");
  context.fillStyle = "${colour}";
  context.fillRect(0, 0, 800, 600);
  return canvas.toDataURL("image/jpeg").split(",")[1];
})()`;

test("E7 M6 an uploaded picture can be described, found and reused, and is kept while it is shown", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/page");
  await page.getByRole("link", { name: new RegExp(`^${t["screen.media.title"]}`) }).tap();
  await expect(page.getByText(t["library.empty"])).toBeVisible();
  for (const [name, colour] of [
    ["shop-front.jpg", "#a33"],
    ["sweets.jpg", "#3a3"],
  ] as const) {
    const buffer = Buffer.from(String(await page.evaluate(drawn(colour))), "base64");
    await page.getByLabel(t["library.upload"]).setInputFiles({ name, mimeType: "image/jpeg", buffer });
    await expect(page.getByRole("button", { name: t["library.open"].replace("{title}", name) })).toBeVisible();
  }

  await page.getByRole("searchbox", { name: t["library.search"] }).fill("FRONT");
  await expect(page.getByRole("button", { name: /^Picture/ })).toHaveCount(1);
  await page.getByRole("button", { name: /shop-front/ }).tap();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(t["library.uses.none"])).toBeVisible();
  await sheet.getByLabel(t["language.gu"]).fill("દુકાનનો આગળનો ભાગ");
  await sound(page);
  await sheet.getByRole("button", { name: t["admin.save"] }).tap();
  await expect(page.getByText(t["library.saved"])).toBeVisible();

  const [first] = await site.sql<{ id: string }>("select id from portfolio_items order by position limit 1");
  await page.goto(`/admin/edit-portfolio?item=${first?.id}`);
  await page.getByRole("button", { name: t["library.choose"], exact: true }).first().tap();
  const library = page.getByRole("dialog", { name: t["library.choose"] });
  await library.getByRole("searchbox").fill("દુકાન");
  await expect(library.getByRole("button", { name: /^Picture/ })).toHaveCount(1);
  await library.getByRole("button", { name: /^Picture/ }).tap();
  await page.getByRole("button", { name: t["admin.save"], exact: true }).tap();
  await expect(page.getByText("Item Updated")).toBeVisible();
  const [item] = await site.sql<{ image_url: string }>("select image_url from portfolio_items where id = $1", [
    first?.id,
  ]);
  expect(item?.image_url).toMatch(/^\/media\/public\/posts\//);

  // In an article the picture has its description, in the language of the text.
  await page.goto("/admin/edit-blog?item=whatsapp-shop-window");
  await page.locator("label", { hasText: t["language.gu"] }).first().tap();
  await page.getByRole("button", { name: t["editor.picture"], exact: true }).tap();
  await page.getByRole("dialog").getByRole("button", { name: t["library.choose"], exact: true }).tap();
  await library.getByRole("button", { name: /shop-front/ }).tap();
  await expect(page.getByLabel(t["editor.picture.alt"])).toHaveValue("દુકાનનો આગળનો ભાગ");

  await page.goto("/admin/media");
  await page.getByRole("button", { name: /shop-front/ }).tap();
  await expect(sheet.getByText(t["library.uses.stays"])).toBeVisible();
  await expect(sheet.getByRole("button", { name: t["library.delete"] })).toHaveCount(0);
  await sheet.getByRole("link", { name: new RegExp(t["manager.portfolio.title"]) }).tap();
  await expect(page).toHaveURL(new RegExp(`item=${first?.id}$`));
  await page.goto("/admin/media");
  await page.getByRole("button", { name: /sweets/ }).tap();
  await sheet.getByRole("button", { name: t["library.delete"] }).tap();
  await page
    .getByRole("dialog", { name: t["library.delete.sure"] })
    .getByRole("button", { name: t["manager.delete.confirm"] })
    .tap();
  await expect(page.getByText(t["library.deleted"])).toBeVisible();
  await expect(page.getByRole("button", { name: /^Picture/ })).toHaveCount(1);
});

test("in every language the library is accessible and fits the window with letters twice as large", async ({
  page,
  signIn,
  site,
}) => {
  await site.sql(
    `insert into media (name, title) select 'public/posts/' || lpad(n::text, 32, '0') || '-400x300.jpg', 'A long name of a file that nobody shortened ' || n || '.jpg' from generate_series(1, 40) n`,
  );
  await page.route("**/media/public/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await signIn();
  for (const lang of languages) {
    await page.goto("/admin/dashboard");
    await page.evaluate((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin/media");
    await expect(page.locator("main li button")).toHaveCount(30);
    await sound(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), lang).toBe(360);
    await page.getByRole("button", { name: words[lang]["admin.more"] }).tap();
    await expect(page.locator("main li button")).toHaveCount(40);
  }
});
