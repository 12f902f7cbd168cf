import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { lifted } from "./hands.ts";
import { words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;
const manager = "/admin/edit-blocks";

test.skip(({ isMobile }) => !isMobile, "owners arrange the page on a phone");

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: t["admin.save"], exact: true }).tap();
const shown = (page: Page) => page.getByRole("main").getByRole("link");

async function add(page: Page, kind: "link" | "heading" | "video" | "text") {
  await page.getByRole("link", { name: t["manager.blocks.add"] }).tap();
  await page.getByRole("link", { name: t[`block.kind.${kind}.hint`] }).tap();
}

test("visitors see an added link in its place, but not a text that is scheduled for later", async ({
  page,
  signIn,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(baseURL ?? "").origin)
      elsewhere.push(request.url());
  });
  await signIn();
  await page.goto(manager);
  await add(page, "link");
  await field(page, t["item.blocks.title"]).fill("Our menu");
  await field(page, t["item.blocks.address"]).fill("surya.in/menu");
  await expect(page.getByText("Opens https://surya.in/menu")).toBeVisible();
  await page.getByText(t["manager.blocks.more"]).tap();
  await page.getByRole("button", { name: "Gift", exact: true }).tap();
  await page.getByRole("switch", { name: t["item.blocks.accent"] }).tap();
  await expect(page.frameLocator("iframe").getByRole("link", { name: "Our menu" })).toBeVisible();
  await page.locator("label", { hasText: t["language.gu"] }).first().tap();
  await field(page, t["item.blocks.title"]).fill("અમારું મેનૂ");
  await sound(page);
  await save(page);
  await expect(page.getByText(t["manager.blocks.created"])).toBeVisible();

  const count = 10;
  const handle = page.getByRole("button", { name: "Drag Our menu" });
  // The new link is above the built-in blocks. The keyboard moves it below the first of them and back.
  for (const [from, key, to] of [
    [1, "ArrowDown", 2],
    [2, "ArrowUp", 1],
  ] as const) {
    await handle.press("Space");
    await lifted(page, `Our menu is picked up, at place ${from} of ${count}.`);
    await page.keyboard.press(key);
    await expect(page.getByText(`Our menu is now at place ${to} of ${count}.`)).toBeAttached();
    // The reload after the order is stored is the last change that moves the rows.
    const listed = page.waitForResponse((answer) => answer.url().includes("/api/v1/stored/blocks"));
    await page.keyboard.press("Space");
    await expect(page.getByText(`Our menu was put down at place ${to} of ${count}.`)).toBeAttached();
    await (await listed).finished();
  }

  await add(page, "text");
  await field(page, t["item.blocks.title"]).fill("Plum cake");
  await field(page, t["item.blocks.text"]).fill("Order until 20 December.");
  await page.getByText(t["manager.blocks.more"]).tap();
  await page.getByLabel(t["item.blocks.from"]).fill("2099-12-01T09:00");
  await save(page);
  await expect(page.getByRole("row", { name: /Plum cake/ }).getByText("From 1 December, 9:00 AM")).toBeVisible();

  for (const [path, title] of [
    ["/", "Our menu"],
    ["/gu", "અમારું મેનૂ"],
  ] as const) {
    await page.goto(path);
    const link = page.getByRole("link", { name: title });
    await expect(link).toHaveAttribute("href", "https://surya.in/menu");
    await expect(link).toHaveAttribute("target", "_blank");
    const hrefs = await shown(page).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const prefix = path === "/" ? "" : path;
    expect(hrefs.indexOf("https://surya.in/menu")).toBe(hrefs.indexOf(`${prefix}/services`) - 1); // the text is not shown yet
    await expect(page.getByText("Plum cake")).toHaveCount(0);
    await sound(page);
  }
  expect(elsewhere, "requests to other hosts").toEqual([]);
});

test("a built-in block can be hidden and shown again, but not deleted", async ({ page, signIn }) => {
  await signIn();
  await page.goto(manager);
  const portfolio = page.getByRole("button", { name: "Show Portfolio on the page" });
  await expect(page.getByRole("button", { name: "Delete Portfolio" })).toHaveCount(0);
  await portfolio.tap();
  await expect(page.getByText("Portfolio is hidden")).toBeVisible();
  await expect(portfolio).toHaveAttribute("aria-pressed", "false");
  await portfolio.tap();
  await expect(portfolio).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: t["manager.undo"] }).last().tap();
  await expect(portfolio).toHaveAttribute("aria-pressed", "false");
  await sound(page);

  for (const path of ["/", "/gu"]) {
    await page.goto(path);
    await expect(shown(page).filter({ hasText: words[path === "/" ? "en" : "gu"]["home.links.services"] })).toHaveCount(
      1,
    );
    await expect(page.locator('a[href$="/portfolio"]')).toHaveCount(0);
  }
});

test("a video is a link until it is pressed, and a heading groups the blocks below it", async ({ page, signIn }) => {
  await signIn();
  await page.goto(manager);
  await add(page, "heading");
  await field(page, t["item.blocks.title"]).fill("From our oven");
  await save(page);
  await expect(page.getByRole("rowheader", { name: /From our oven/ })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "From our oven" })).toBeVisible(); // the links to pages follow it

  await page.goto(manager);
  await add(page, "video");
  await field(page, t["item.blocks.title"]).fill("How we bake");
  await field(page, t["item.blocks.video"]).fill("vimeo.com/1");
  await save(page);
  await expect(page.getByText(t["issue.invalid_url.video"])).toBeVisible();
  await field(page, t["item.blocks.video"]).fill("youtu.be/dQw4w9WgXcQ?si=x");
  await save(page);
  await expect(page.getByRole("rowheader", { name: /How we bake/ })).toBeVisible();
  await page.goto("/");
  const section = page.getByRole("region", { name: "From our oven" });
  await expect(section.getByRole("link", { name: /How we bake/ })).toHaveAttribute(
    "href",
    "https://youtu.be/dQw4w9WgXcQ",
  );
  await sound(page);
});
