import { join } from "node:path";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;
const manager = "/admin/edit-blocks";

test.skip(({ isMobile }) => !isMobile, "owners import links on a phone");

/** A page as a browser saves it, with more links than the pages of the Go tests. */
const saved = () => {
  const links = ["Menu", "Shop", "Map", "Offers", "Pay"].map((title, position) => ({
    title,
    url: title === "Pay" ? "javascript:alert(1)" : `https://surya.example/${title.toLowerCase()}`,
    type: "CLASSIC",
    position: position + 1,
  }));
  const header = { title: "From our oven", url: "", type: "HEADER", position: 0 };
  const film = { title: "How we bake", url: "https://youtu.be/dQw4w9WgXcQ", type: "YOUTUBE_VIDEO", position: 9 };
  const socialLinks = [{ type: "INSTAGRAM", url: "https://instagram.com/suryabakery", position: 0 }];
  const pageProps = { pageTitle: "Surya Bakery", description: "Fresh", links: [...links, header, film], socialLinks };
  const data = JSON.stringify({ props: { pageProps } });
  const html = `<!DOCTYPE html><title>x</title><script id="__NEXT_DATA__" type="application/json">${data}</script>`;
  return { name: "Surya Bakery.html", mimeType: "text/html", buffer: Buffer.from(html) };
};

test("visitors see the links imported from Linktree in their order, without the deselected ones", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(manager);
  await page.getByRole("link", { name: t["bring.title"] }).tap();
  await expect(page.getByText(t["bring.how.linktree"])).toBeVisible();
  await sound(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByText(t["bring.choose"], { exact: true }).tap();
  await (await chooser).setFiles(saved());

  await expect(page.getByText(t["bring.source.linktree"])).toBeVisible();
  const box = (name: RegExp) => page.getByRole("checkbox", { name });
  await expect(box(/^Pay/)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Add 6 blocks" })).toBeEnabled();
  await sound(page);
  for (const name of [/^Shop/, /^Map/, /^Instagram/]) await box(name).tap();
  await page.getByRole("button", { name: "Add 4 blocks" }).tap();
  await expect(page.getByText("4 blocks added")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /How we bake/ })).toBeVisible();

  await page.goto("/");
  const section = page.getByRole("region", { name: "From our oven" });
  await expect(section.getByRole("link")).toHaveText([/Menu/, /Offers/, /How we bake/]);
  const hrefs = await section.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(["https://surya.example/menu", "https://surya.example/offers", "https://youtu.be/dQw4w9WgXcQ"]);
  await expect(page.locator('a[href="https://instagram.com/suryabakery"]')).toHaveCount(0);
  await sound(page);
});

test("an import can be undone, and links that exist already are recognised", async ({ page, signIn }) => {
  const file = join(import.meta.dirname, "../internal/domain/importer/testdata/linkstack.json");
  const choose = async () => {
    await page.goto(`${manager}?bring`);
    await page.getByLabel(t["bring.choose"]).setInputFiles(file);
    await expect(page.getByText(t["bring.source.linkstack"])).toBeVisible();
  };
  await signIn();
  await choose();
  await page.getByRole("button", { name: "Add 5 blocks" }).tap();
  await expect(page.getByText("5 blocks added")).toBeVisible();
  const undo = page.getByRole("button", { name: t["manager.undo"] });
  await undo.tap();
  await expect(page.getByText(t["bring.undone"])).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /Price list/ })).toHaveCount(0);

  await choose();
  await page.getByRole("button", { name: "Add 5 blocks" }).tap();
  await expect(page.getByText("5 blocks added")).toBeVisible();
  await choose();
  await expect(page.getByText(t["bring.there"])).toHaveCount(6);
  await expect(page.getByRole("button", { name: "Add 0 blocks" })).toBeDisabled();
});
