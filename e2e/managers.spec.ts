import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { hands, lifted } from "./hands.ts";
import { at, languages, looked, words } from "./languages.ts";
import { showActions } from "./rows.ts";
import { sound } from "./sound.ts";

const t = words.en;

/** For a new article the button says Publish. */
const save = (page: Page) => page.getByRole("button", { name: /^(Save|Publish)$/ });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const rows = (page: Page) => page.getByRole("rowheader");
const html = async (page: Page, path: string) => (await page.request.get(path)).text();

async function speak(page: Page, lang: "en" | "hi" | "gu") {
  await page.locator("label", { hasText: words.en[`language.${lang}`] }).click();
}

const today = () => new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);

const managers = [
  {
    name: "blog",
    path: "/blog",
    item: "post",
    count: 10,
    filled: async (page: Page) => {
      await expect(field(page, "Author")).toHaveValue("Admin");
      await expect(page.getByLabel("Date", { exact: true })).toHaveValue(today());
    },
    texts: { Content: "A first article about drums.", Categories: " Music ,, Local, " },
    translated: { Title: "ઢોલની દુકાન", Content: "ઢોલ વિશેનો પહેલો લેખ." },
    stored:
      "select title, author, categories, content, to_char(date, 'YYYY-MM-DD') as date from posts where title = $1",
    row: {
      author: "Admin",
      categories: ["Music", "Local"],
      content: "<p>A first article about drums.</p>",
      date: today(),
    },
  },
  {
    name: "portfolio",
    path: "/portfolio",
    item: "project",
    count: 4,
    filled: async (page: Page) => {
      await page.getByText(t["picture.address"]).click();
      await expect(field(page, "Image URL")).toHaveValue("/placeholder.svg");
      await expect(page.getByLabel("Year")).toHaveValue(today().slice(0, 4));
      await page.getByLabel("Month", { exact: true }).selectOption("March");
      await page.getByLabel("Year").fill("2025");
    },
    texts: {
      Description: "Posters for a drum shop.",
      Category: "Print",
      Tags: "Print,, Music ",
      Client: "A drum maker",
    },
    translated: { Title: "ઢોલની દુકાન", Description: "ઢોલની દુકાન માટે પોસ્ટર." },
    stored:
      "select client, tags, to_char(date, 'YYYY-MM-DD') as date, link, image_url from portfolio_items where title = $1",
    row: {
      client: "A drum maker",
      tags: ["Print", "Music"],
      date: "2025-03-01",
      link: "",
      image_url: "/placeholder.svg",
    },
  },
  {
    name: "services",
    path: "/services",
    item: "service",
    count: 4,
    filled: async (page: Page) => {
      await page.getByText(t["input.icon.byName"]).click();
      await field(page, "Icon name").fill("palette");
      await expect(page.getByText(t["input.icon.unknown"])).toBeVisible();
      await page.getByRole("searchbox", { name: t["input.icons.search"] }).fill("કલા");
      await page.getByRole("button", { name: "Palette", exact: true }).click();
      await expect(field(page, "Icon name")).toHaveValue("Palette");
    },
    texts: { Description: "We paint drums.", Features: "Any colour,, Fast , " },
    translated: { Title: "ઢોલની દુકાન", Description: "અમે ઢોલ રંગીએ છીએ." },
    stored: "select icon, features from services where title = $1",
    row: { icon: "Palette", features: ["Any colour", "Fast"] },
  },
] as const;

for (const { name, path, item, count, filled, texts, translated, stored, row } of managers) {
  test(`DB4 M1 M3 M4 M5 M6 M7 M8 M9 a ${item} is added, public at once, translated, deleted and restored`, async ({
    page,
    signIn,
    site,
    isMobile,
  }) => {
    const { press, type } = hands(page, isMobile);
    await signIn();
    await page.goto("/admin/dashboard");
    const section = page.getByRole("region", { name: t["section.content"] });
    await press(section.locator(`a[href="/admin/edit-${name}"]`));
    await expect(page.getByRole("link", { name: t["admin.backToDashboard"] })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Actions" })).toHaveCount(1);
    await expect(rows(page)).toHaveCount(count);

    await press(page.getByRole("link", { name: t[`manager.${name}.add`] }));
    await expect(page.locator(".ProseMirror")).toHaveCount(name === "services" ? 0 : 1);
    await press(save(page));
    await expect(page.getByText("Missing Fields")).toBeVisible();
    await expect(page.getByText("Please fill in all required fields.")).toBeVisible();
    await expect(field(page, "Title")).toBeFocused();
    await type(field(page, "Title"), "The drum shop");
    await filled(page);
    for (const [label, text] of Object.entries(texts)) await type(field(page, label), text);
    if (name === "blog") await press(page.locator("summary", { hasText: t["manager.blog.more"] }));
    for (const box of await page.locator("textarea").all())
      expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(100);
    for (const box of await page.locator(".ProseMirror").all())
      expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(name === "blog" ? 200 : 100);
    await press(save(page));
    const what = { blog: "Post", portfolio: "Item", services: "Service" }[name];
    await expect(page.getByText(`${what} Created`)).toBeVisible();
    await expect(rows(page)).toHaveCount(count + 1);
    const [made] = await site.sql(stored, ["The drum shop"]);
    expect(made).toMatchObject(row);
    for (const lang of languages) expect(await html(page, at(lang, path))).toContain("The drum shop");

    await showActions(page, "The drum shop", press);
    await press(page.getByRole("link", { name: "Edit The drum shop" }));
    await speak(page, "gu");
    await expect(page.getByText(t["admin.fallback"]).first()).toBeVisible();
    for (const [label, text] of Object.entries(translated)) await type(field(page, label), text);
    await press(save(page));
    await expect(page.getByText(`${what} Updated`)).toBeVisible();
    expect(await html(page, at("gu", path))).toContain("ઢોલની દુકાન");
    expect(await html(page, at("en", path))).not.toContain("ઢોલની દુકાન");

    await showActions(page, "The drum shop", press);
    await press(page.getByRole("button", { name: "Delete The drum shop" }));
    await press(page.getByRole("dialog").getByRole("button", { name: t["manager.cancel"] }));
    await expect(rows(page)).toHaveCount(count + 1);
    await showActions(page, "The drum shop", press);
    await press(page.getByRole("button", { name: "Delete The drum shop" }));
    await press(page.getByRole("dialog").getByRole("button", { name: t["manager.delete.confirm"] }));
    await expect(page.getByText(`${what} Deleted`)).toBeVisible();
    await expect(rows(page)).toHaveCount(count);
    expect(await html(page, path)).not.toContain("The drum shop");
    await press(page.getByRole("button", { name: t["manager.undo"], exact: true }));
    await expect(rows(page)).toHaveCount(count + 1);
    expect(await html(page, path)).toContain("The drum shop");
  });
}

test("M5 M9 an article looks the same in the editor and on the page, and unsafe HTML is removed", async ({
  page,
  signIn,
  site,
  isMobile,
}) => {
  await signIn();
  await page.goto("/admin/edit-blog?new");
  await field(page, "Title").fill("ગામનું બજાર: પહેલો લેખ");
  const editor = field(page, "Content");
  const tool = (name: string) => page.getByRole("button", { name, exact: true });
  const press = async (name: string) => (isMobile ? tool(name).tap() : tool(name).press("Enter"));
  // The editor regains the focus in the next frame. Keys pressed before would go to the button.
  const format = async (name: string) => {
    await press(name);
    await expect(editor).toBeFocused();
  };
  // Pasted from another program, with the styles and handlers that such programs add.
  await editor.evaluate((element) => {
    const data = new DataTransfer();
    const html =
      '<h1 style="color:red" class="x">Pasted</h1><p onclick="alert(1)"><span style="mso-a:b">text</span></p>';
    data.setData("text/html", html);
    getSelection()?.selectAllChildren(element);
    getSelection()?.collapseToEnd();
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(editor.getByText("Pasted")).toBeVisible();
  await expect(editor.locator("[style], [class*=x], [onclick]")).toHaveCount(0);
  await editor.press("ControlOrMeta+a");
  await editor.press("Backspace");

  await editor.click();
  await format(t["editor.heading2"]);
  await page.keyboard.type("ઢોલ");
  await page.keyboard.press("Enter");
  await format(t["editor.bold"]);
  await page.keyboard.type("Bold");
  await format(t["editor.bold"]);
  await page.keyboard.type(" and plain. See ");
  await press(t["editor.link"]);
  await page.getByLabel(t["editor.link.address"]).fill("javascript:alert(1)");
  await page.getByLabel(t["editor.link.address"]).press("Enter");
  await expect(page.getByText(t["issue.invalid_url"])).toBeVisible();
  await page.getByLabel(t["editor.link.address"]).fill("/services");
  await page.getByLabel(t["editor.link.address"]).press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.press("Enter");
  await format(t["editor.bullets"]);
  await page.keyboard.type("one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  const article =
    '<h2>ઢોલ</h2><p><strong>Bold</strong> and plain. See <a href="/services">/services</a></p><ul><li>one</li><li>two</li></ul>';

  await press(t["editor.html"]);
  const source = field(page, "Content");
  expect((await source.inputValue()).replaceAll("\n", "")).toBe(article);
  const payload = `<script>document.title = "taken"</script><img src="/placeholder.svg" onerror="document.title = 'taken'"><iframe src="https://example.in"></iframe>`;
  await source.fill(`${article}<p style="color:red" onclick="alert(1)">End</p>${payload}`);
  await press(t["editor.html"]);
  await expect(editor.locator("p", { hasText: "End" })).not.toHaveAttribute("style");
  await expect(editor.locator("script, iframe")).toHaveCount(0);
  // The same again, without the editor cleaning it first.
  await press(t["editor.html"]);
  await source.fill(`${article}<p style="color:red" onclick="alert(1)">End</p>${payload}`);
  await save(page).click();
  await expect(page.getByText("Post Created")).toBeVisible();

  const [row] = await site.sql<{ id: string }>("select id from posts where title like 'ગામનું%'");
  expect(row?.id).toBe("gamnun-bajar-pahelo-lekh");
  await page.goto(`/blog/${row?.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ગામનું બજાર: પહેલો લેખ");
  const shown = page.locator(".prose");
  await expect(shown).toContainText("Bold and plain. See /services");
  expect(await shown.innerHTML()).toBe(`${article}<p>End</p><img src="/placeholder.svg">`);
  await expect(page).not.toHaveTitle(/taken/);
});

test("M5 M9 a draft or scheduled article is not public until it is time", async ({ page, signIn, site, isMobile }) => {
  test.skip(!isMobile, "a wider window changes nothing here");
  await signIn();
  await page.goto("/admin/edit-blog?item=whatsapp-shop-window");
  const status = async () => (await page.request.get("/blog/whatsapp-shop-window")).status();
  const row = page.getByRole("row", { name: /Make WhatsApp your shop window/ });
  const open = () => row.getByRole("link").first().click();

  await page.getByRole("button", { name: t["publish.back"] }).click();
  await expect(row.getByText(t["state.draft"], { exact: true })).toBeVisible();
  expect(await status()).toBe(404);
  expect(await html(page, "/blog")).not.toContain("whatsapp-shop-window");

  await open();
  await expect(page.getByText(t["state.draft.button"])).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Schedule for January 1, 2099" }).click();
  await expect(row.getByText(t["state.scheduled"], { exact: true })).toBeVisible();
  expect(await status()).toBe(404);

  await open();
  await expect(page.getByText("Everybody can read it from January 1, 2099.")).toBeVisible();
  await page.getByLabel("Date", { exact: true }).fill("2025-03-04");
  await save(page).click();
  await expect(row.getByText("March 4, 2025")).toBeVisible();
  await expect(row.getByText(t["state.published"], { exact: true })).toBeVisible();
  expect(await status()).toBe(200);
  expect(await site.sql("select id from posts where title like 'Make WhatsApp%'")).toEqual([
    { id: "whatsapp-shop-window" },
  ]);
});

test("M9 services can be reordered by keyboard and by button; the order is announced and public at once", async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn();
  await page.goto("/admin/edit-services");
  await expect(rows(page)).toHaveCount(4);
  const titles = async () => Promise.all((await rows(page).all()).map((row) => row.locator("p").first().innerText()));
  const [first = "", second = "", third = "", fourth = ""] = await titles();
  const { press } = hands(page, isMobile);
  await showActions(page, first, press);
  const down = page.getByRole("button", { name: `Move ${first} down` });
  if (isMobile) {
    await down.tap();
  } else {
    const handle = page.getByRole("button", { name: `Drag ${first}` });
    await expect(handle).toHaveAccessibleDescription(t["manager.order.instructions"]);
    await handle.press("Space");
    await lifted(page, `${first} is picked up, at place 1 of 4.`);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(`${first} is now at place 2 of 4.`)).toBeAttached();
    await page.keyboard.press("Space");
  }
  await expect(page.getByText(`${first} was put down at place 2 of 4.`)).toBeAttached();
  await expect.poll(titles).toEqual([second, first, third, fourth]);
  await down.press("Enter");
  await expect(down).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(titles).toEqual([second, third, fourth, first]);
  const shown = async () =>
    [...(await html(page, "/services")).matchAll(/<h2[^>]*>([^<]+)</g)].map(([, title]) => title);
  await expect.poll(shown).toEqual([second, third, fourth, first]);
});

test("M2 M9 an empty list says so, and its items can be restored from the bin", async ({
  page,
  signIn,
  site,
  isMobile,
}) => {
  test.skip(!isMobile, "a wider window changes nothing here");
  await signIn();
  for (const { name, path } of managers) {
    const list = name === "blog" ? "posts" : name;
    const { items } = await (await page.request.get(`/api/v1/stored/${list}`)).json();
    for (const { id } of items)
      await page.request.delete(`/api/v1/${list}/${id}`, { headers: { origin: site.baseURL } });
    await page.goto(`/admin/edit-${name}`);
    await expect(page.getByText(t[`manager.${name}.empty`])).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.getByText(t["manager.bin"].replace("{count}", String(items.length))).click();
    await page
      .getByRole("button", { name: /^Restore/ })
      .first()
      .click();
    await expect(rows(page)).toHaveCount(1);
    expect((await page.request.get(path)).status()).toBe(200);
  }
});

test("M1 M9 a long list grows only on request, so the bin below it is in reach", async ({
  page,
  signIn,
  site,
  isMobile,
}) => {
  test.skip(!isMobile, "a wider window changes nothing here");
  await site.sql(`insert into posts (id, title, author, date, content, deleted_at)
    select 'long-' || n, 'Post ' || n, 'Admin', '2025-01-01', '<p>Text</p>', case n when 1 then now() end from generate_series(1, 250) n`);
  await signIn();
  await page.goto("/admin/edit-blog");
  await expect(rows(page)).toHaveCount(50);
  const bin = page.getByRole("heading", { name: "Bin (1)" });
  await bin.scrollIntoViewIfNeeded();
  await bin.tap();
  await expect(page.getByRole("button", { name: "Restore Post 1" })).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole("button", { name: t["admin.more"] }).tap();
  await expect(rows(page)).toHaveCount(100);
});

test("M1 M9 a long list keeps its search when going back, and several items can be hidden and deleted at once", async ({
  page,
  signIn,
  site,
  isMobile,
}) => {
  test.skip(!isMobile, "a wider window changes nothing here");
  await site.sql(`insert into posts (id, title, author, date, content, translations)
    select 'long-' || n, 'Post ' || n, 'Admin', '2025-01-01', '<p>Text</p>', jsonb_build_object('gu', jsonb_build_object('title', 'લેખ ' || n)) from generate_series(1, 120) n`);
  await signIn();
  await page.goto("/admin/edit-blog");
  await page.getByRole("searchbox", { name: t["list.search"] }).fill("લેખ 11");
  await expect(rows(page)).toHaveCount(11); // 11, and 110 to 119
  await expect(page.getByText(t["list.found"].replace("{count}", "11"))).toBeVisible();
  const title = page.getByRole("link", { name: "Post 119", exact: true });
  await title.scrollIntoViewIfNeeded();
  expect((await title.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const y = await page.evaluate(() => scrollY);
  await title.tap();
  await expect(field(page, "Title")).toHaveValue("Post 119");
  await page.goBack();
  await expect(rows(page)).toHaveCount(11);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);

  await page.getByRole("button", { name: t["several.choose"] }).tap();
  await page.getByRole("checkbox", { name: "Post 110", exact: true }).tap();
  await page.getByRole("checkbox", { name: "Post 111", exact: true }).tap();
  await sound(page);
  await page.getByRole("button", { name: t["several.hide"] }).tap();
  await expect(page.getByText(t["several.hidden"].replace("{count}", "2"))).toBeVisible();
  expect((await page.request.get("/blog/long-110")).status()).toBe(404);
  await page.getByRole("checkbox", { name: t["several.all"].replace("{count}", "11") }).tap();
  await page.getByRole("button", { name: t["manager.delete.confirm"], exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: t["several.delete.title"].replace("{count}", "11") });
  await dialog.getByRole("button", { name: t["manager.delete.confirm"] }).tap();
  await expect(page.getByText(t["list.none"])).toBeVisible();
  await page.getByRole("button", { name: t["manager.undo"], exact: true }).tap();
  await expect(rows(page)).toHaveCount(11);
});

test("M1 M3 with text twice as large every control is inside a phone's window", async ({ page, signIn, isMobile }) => {
  test.skip(!isMobile, "a wider window has room");
  await page.addInitScript(() => localStorage.setItem("language", "gu"));
  await signIn();
  for (const path of ["edit-blog", "edit-services", "edit-services?new", "edit-tagline", "dashboard"]) {
    await page.goto(`/admin/${path}`);
    await expect(page.locator("main :is(a, button, input)").first()).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const outside = await page.locator("header :is(a, summary), main :is(a, button, label > span)").evaluateAll((all) =>
      all
        .map((part) => ({
          name: part.getAttribute("aria-label") ?? part.textContent,
          box: part.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && (box.right > screen.width || box.left < 0))
        .map(({ name }) => name),
    );
    expect(outside, path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
});

test.describe("when a save fails or conflicts", () => {
  test.use({ expectedErrors: [/409|401|Failed to load resource|net::ERR/] });

  test("M3 M9 two devices can save different fields of one item", async ({ page, context, signIn, isMobile }) => {
    test.skip(!isMobile, "a wider window changes nothing here");
    await signIn();
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto("/admin/edit-blog?item=whatsapp-shop-window");
    await expect(field(page, "Content")).toBeVisible();
    await field(other, "Content").fill("Written on the other device.");
    await save(other).click();
    await expect(other.getByText("Post Updated")).toBeVisible();

    await field(page, "Title").fill("Written on this device");
    await save(page).click();
    await expect(page.getByText("Post Updated")).toBeVisible();
    const article = await html(page, "/blog/whatsapp-shop-window");
    expect(article).toContain("Written on this device");
    expect(article).toContain("Written on the other device.");
  });

  test("M3 M9 typed text survives a lost connection, a conflict, an ended session and a reload", async ({
    page,
    context,
    signIn,
    site,
    isMobile,
  }) => {
    test.skip(!isMobile, "a wider window changes nothing here");
    await signIn();
    const address = "/admin/edit-services?item=content-marketing";
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(address);
    await field(other, "Title").fill("From the other tab");
    await save(other).click();
    await expect(other.getByText("Service Updated")).toBeVisible();

    await field(page, "Description").fill("Typed here");
    await field(page, "Title").fill("From this tab");
    await context.setOffline(true);
    await save(page).click();
    await expect(page.getByText(t["error.offline"])).toBeVisible();
    await context.setOffline(false);

    await save(page).click();
    await expect(page.getByText(t["error.conflict"])).toBeVisible();
    await expect(page.getByRole("alert").getByText("From the other tab")).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("From this tab");

    await page.reload();
    await expect(page.getByText(t["admin.restored"])).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("From this tab");
    await site.sql("delete from sessions");
    await save(page).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t["admin.password"], { exact: true }).fill(site.owner.password);
    await dialog.getByRole("button", { name: t["admin.login"], exact: true }).click();
    await expect(page.getByText("Service Updated")).toBeVisible();
    const shown = await html(page, "/services");
    expect(shown).toContain("From this tab");
    expect(shown).toContain("Typed here");
  });
});

for (const lang of looked) {
  test(`M1 M3 in ${lang} no state of the managers has a serious accessibility problem`, async ({
    page,
    signIn,
    isMobile,
  }) => {
    test.skip(!isMobile && lang !== looked[0], "a wider window does not change the words");
    const t = words[lang];
    await signIn();
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await page.goto("/admin/edit-services");
    const last = page.getByRole("row").last();
    if (isMobile) await last.locator("button[aria-expanded]").tap();
    await last.getByRole("button").last().click();
    await sound(page);
    await page.getByRole("dialog").getByRole("button", { name: t["manager.delete.confirm"] }).click();
    await page.locator("summary", { hasText: t["manager.bin"].replace("{count}", "1") }).click();
    await sound(page);
    for (const name of ["portfolio", "services"]) {
      await page.goto(`/admin/edit-${name}?new`);
      await page.getByRole("button", { name: t["admin.save"], exact: true }).click();
      await expect(page.getByText(t["manager.missing"])).toBeVisible();
      await sound(page);
    }
    await page.goto("/admin/edit-blog?item=whatsapp-shop-window");
    await expect(page.locator(".ProseMirror h2").first()).toBeVisible();
    await page.getByRole("button", { name: t["editor.picture"], exact: true }).click();
    await sound(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: t["editor.html"], exact: true }).click();
    await sound(page);
  });
}
