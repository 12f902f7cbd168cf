// A new owner's first evening, in one go and with one thumb. The test counts the taps: a change that needs more taps
// has to raise the limit here.
import { expect, test } from "./fixtures.ts";
import { at, words } from "./languages.ts";
import { paint } from "./paint.ts";
import { sound } from "./sound.ts";
import { Thumb } from "./thumb.ts";

test.use({ viewport: { width: 360, height: 740 } });

const t = words.en;

const links = [
  { title: "Our menu", typed: "surya.in/menu", href: "https://surya.in/menu" },
  { title: "Call the shop", typed: "98250 98250", href: "tel:+919825098250" },
  { title: "Pay by UPI", typed: "upi://pay?pa=surya@upi&pn=Surya", href: "upi://pay?pa=surya@upi&pn=Surya" },
];

const kept = { instagram: "@surya", youtube: "youtube.com/@surya" };

test("an owner's first evening takes at most 40 taps", async ({ page, site }, info) => {
  const thumb = new Thumb(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const save = () => thumb.tap(button(t["admin.save"]));
  const dashboard = () => expect(page).toHaveURL(/\/admin\/dashboard$/);
  const named = (template: string, what: string) => template.replace(/\{\w+\}/, what);

  await thumb.during("sign in", async () => {
    await page.goto("/admin");
    await thumb.type(field(t["admin.email"]), site.owner.email);
    await thumb.type(page.getByLabel(t["admin.password"], { exact: true }), site.owner.password);
    await thumb.tap(button(t["admin.login"]));
    await dashboard();
  });

  await thumb.during("name", async () => {
    await thumb.tap(link(t["firstRun.name.change"]));
    await thumb.type(field(t["field.brandName.label"]), "Surya Bakery");
    await save();
    await dashboard();
  });

  await thumb.during("picture", async () => {
    await thumb.tap(link(named(t["firstRun.fillIn.name"], t["field.profileImage.label"])));
    const chosen = page.waitForEvent("filechooser");
    await thumb.tap(page.getByText(t["picture.another"], { exact: true }));
    const sun = paint(240, 200, (x, y) => (Math.hypot(x - 120, y - 100) < 80 ? [245, 158, 11] : [31, 41, 55]));
    await (await chosen).setFiles({ name: "sun.png", mimeType: "image/png", buffer: sun });
    await thumb.tap(button(t["picture.use"]));
    await expect(page.getByText(t["picture.ready"])).toBeVisible();
    await save();
    await dashboard();
  });

  await thumb.during("two social links", async () => {
    await thumb.tap(page.locator('main a[href="/admin/edit-social-links"]'));
    for (const [platform, typed] of Object.entries(kept)) {
      await thumb.type(field(t[`field.${platform}.label` as keyof typeof t]), typed);
    }
    for (const unseen of ["showFacebook", "showLinkedin", "showTwitter", "showWebsite", "showWhatsapp"]) {
      await expect(page.locator(`input[role=switch][name="${unseen}"]`)).not.toBeChecked();
    }
    await save();
    await dashboard();
  });

  await thumb.during("three links", async () => {
    await thumb.tap(page.locator('main a[href="/admin/edit-blocks"]'));
    for (const { title, typed } of links) {
      await thumb.tap(link(t["manager.blocks.add"]));
      await thumb.tap(page.getByRole("link", { name: t["block.kind.link.hint"] }));
      await thumb.type(field(t["item.blocks.title"]), title);
      await thumb.type(field(t["item.blocks.address"]), typed);
      await save();
      await expect(page.getByRole("rowheader", { name: title })).toBeVisible();
    }
  });

  await thumb.during("order", async () => {
    const rows = page.getByRole("rowheader");
    await thumb.carry(button(named(t["manager.order.handle"], "Pay by UPI")), rows.first());
    await expect(rows.first()).toContainText("Pay by UPI");
  });

  await thumb.during("colour", async () => {
    await thumb.tap(link(t["admin.backToDashboard"]));
    await thumb.tap(page.locator('main a[href="/admin/edit-looks"]'));
    await thumb.tap(page.getByText(t["field.accent.option.#1F5FC4"], { exact: true }));
    await save();
    await dashboard();
  });

  await thumb.during("view the page", async () => {
    const opened = page.context().waitForEvent("page");
    await thumb.tap(page.locator('header a[href="/"]'));
    await expect((await opened).getByRole("heading", { name: "Surya Bakery" })).toBeVisible();
    await (await opened).close();
  });

  await thumb.during("send the link", async () => {
    await thumb.tap(link(`${t["next.share"]}: ${t["sharing.title"]}`));
    const way = page.getByRole("dialog").getByRole("link", { name: new RegExp(t["sharing.whatsapp"]) });
    const { searchParams } = new URL((await way.getAttribute("href")) ?? "");
    expect(searchParams.get("text")).toBe(`Surya Bakery\n${t["sharing.message"]} ${site.baseURL}/`);
    const [chat] = await Promise.all([page.waitForEvent("popup"), thumb.tap(way)]);
    await chat.close();
  });

  for (const lang of ["en", "gu"] as const) {
    await page.goto(at(lang, "/"));
    await expect(page.getByRole("heading", { name: "Surya Bakery" })).toBeVisible();
    const hrefs = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    const [menu, call, pay] = links.map(({ href }) => href);
    expect(hrefs).toEqual([
      at(lang, "/contact.vcf"),
      "https://instagram.com/surya",
      "https://youtube.com/@surya",
      pay,
      menu,
      call,
      at(lang, "/download"),
    ]);
    const picture = page.locator("img[data-reveal]");
    await expect(picture).toHaveAttribute("src", /^\/media\/public\/profile_images\//);
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await expect(page.getByRole("button", { name: words[lang]["home.share"] })).toHaveCSS(
      "color",
      "rgb(255, 255, 255)",
    );
    await sound(page);

    const card = (await page.locator('meta[property="og:image"]').getAttribute("content")) ?? "";
    expect(new URL(card).origin).toBe(site.baseURL);
    const answer = await page.request.get(card);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toBe("image/jpeg");
    const bytes = await answer.body();
    expect([bytes.length > 5000, ...bytes.subarray(0, 3)]).toEqual([true, 0xff, 0xd8, 0xff]);
  }
  const steps = Object.entries(thumb.taps).map(([step, taps]) => `${step} ${taps}`);
  const summary = `${thumb.total} taps: ${steps.join(", ")}`;
  info.annotations.push({ type: "taps", description: summary });
  process.stdout.write(`an owner's first evening: ${summary}\n`);
  expect(thumb.total, summary).toBeLessThanOrEqual(40);
});
