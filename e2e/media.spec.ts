import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { sound } from "./sound.ts";

type Photo = { width: number; height: number; type?: string; turnedRight?: boolean };

/** Draws a picture with a red upper and a blue lower half and grain; `turnedRight`: as from a camera held sideways. */
async function photo(page: Page, { width, height, type = "image/jpeg", turnedRight = false }: Photo): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ({ width, height, type, turnedRight }) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = turnedRight ? [height, width] : [width, height];
      const context = canvas.getContext("2d");
      if (!context) return [];
      if (turnedRight) {
        context.translate(0, width);
        context.rotate(-Math.PI / 2);
      }
      context.fillStyle = "rgb(200,20,20)";
      context.fillRect(0, 0, width, height / 2);
      context.fillStyle = "rgb(20,20,200)";
      context.fillRect(0, height / 2, width, height / 2);
      for (let i = 0; i < (width * height) / 60; i++) {
        context.fillStyle = `rgb(${(i * 97) % 256} ${(i * 57) % 256} ${(i * 31) % 256} / 0.15)`;
        context.fillRect((i * 7919) % width, (i * 104729) % height, 3, 3);
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
      return blob ? [...new Uint8Array(await blob.arrayBuffer())] : [];
    },
    { width, height, type, turnedRight },
  );
  const file = Buffer.from(bytes);
  return turnedRight ? Buffer.concat([file.subarray(0, 2), heldSideways(), file.subarray(2)]) : file;
}

/** JPEG metadata of a camera: turned to the right by 90 degrees, and the location. */
function heldSideways(): Buffer {
  const orientation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const exif = [...Buffer.from("Exif\0\0MM\0*"), 0, 0, 0, 8, 0, 1, ...orientation, 0, 0, 0, 0];
  const place = [...Buffer.from("22.3039N 70.8022E")];
  return Buffer.from([0xff, 0xe1, 0, exif.length + 2, ...exif, 0xff, 0xfe, 0, place.length + 2, ...place]);
}

/** The size of a picture, and the colours in the middle of its upper and lower half. */
function halves(page: Page, url: string) {
  return page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const main = (part: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(bitmap.width / 2, bitmap.height * part, 1, 1).data ?? [];
      return red > blue ? "red" : "blue";
    };
    return { width: bitmap.width, height: bitmap.height, upper: main(0.25), lower: main(0.75) };
  }, url);
}

const picker = (page: Page) => page.locator("input[type=file]");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const use = (page: Page) => page.getByRole("button", { name: words.en["picture.use"] });

test("E7 a photo is cropped, uploaded with progress, saved, and shown upright without camera metadata", async ({
  browser,
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/edit-profile-image");
  await expect(save(page)).toBeDisabled();
  await page.locator("form").evaluate((form) => (form as HTMLFormElement).requestSubmit());
  await expect(page.getByText("Please select an image to upload")).toBeVisible();
  await expect(page.getByText("Error", { exact: true })).toBeVisible();

  const taken = await photo(page, { width: 600, height: 800, turnedRight: true });
  expect(taken.toString("latin1")).toContain("22.3039N");
  await picker(page).setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: taken });
  const frame = page.getByRole("group", { name: words.en["picture.crop.area"] });
  await expect(frame).toBeVisible();
  await sound(page);
  const before = await frame.boundingBox();
  await frame.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(async () => (await frame.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
  await page.keyboard.press("Shift+ArrowDown");

  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
  await network.send("Network.emulateNetworkConditions", slow);
  await use(page).click();
  await expect(page.getByText(/Uploading… [1-9]\d?%/)).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect(page.getByText(words.en["picture.ready"])).toBeVisible();
  await save(page).click();
  await expect(page.getByText("Success", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);

  const [row] = await site.sql<{ url: string }>(
    "select profile_image as url from website_content order by updated_at desc limit 1",
  );
  const url = row?.url ?? "";
  expect(url).toMatch(/^\/media\/public\/profile_images\/[0-9a-f]{32}-600x600\.jpg$/);
  const file = await readFile(join(site.media, url.replace("/media/", "")), "latin1");
  expect(file).not.toMatch(/Exif|22\.3039N/);

  const visitor = await browser.newPage({ baseURL: site.baseURL });
  await visitor.goto("/");
  const avatar = visitor.locator("img[data-reveal]");
  await expect(avatar).toHaveAttribute("data-loaded", "");
  expect(await avatar.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-320\.jpg$/);
  await visitor.close();
  expect(await halves(page, url)).toEqual({ width: 600, height: 600, upper: "red", lower: "blue" });
});

test.describe("when the upload fails", () => {
  test.skip(({ isMobile }) => !isMobile, "a desktop behaves the same");
  test.use({ expectedErrors: [/503|Failed to load resource|net::ERR/] });

  test("E7 a picture chosen offline is kept and uploaded when the network is back", async ({
    page,
    context,
    signIn,
    site,
  }) => {
    await signIn();
    const cutter = page.waitForResponse(/\/crop-dialog-/);
    await page.goto("/admin/edit-profile-image");
    const buffer = await photo(page, { width: 600, height: 600 });
    const stored = () => site.sql("select name from media order by name");
    const before = await stored();
    await expect(picker(page)).toBeAttached(); // the screen has loaded
    await page.evaluate((url) => import(url), (await cutter).url()); // and so has the crop dialog, with all its imports
    await context.setOffline(true);
    await picker(page).setInputFiles({ name: "shop.jpg", mimeType: "image/jpeg", buffer });
    await use(page).click();
    await expect(page.getByText("Failed to update profile image. Please try again.")).toBeVisible();
    await expect(page.getByText(words.en["error.offline"])).toBeVisible();
    await expect(page.getByText(words.en["picture.kept"])).toBeVisible();
    expect(await stored()).toEqual(before);
    await context.setOffline(false);
    await page.getByRole("button", { name: words.en["admin.retry"] }).click();
    await expect(page.getByText(words.en["picture.ready"])).toBeVisible();

    await page.route("**/api/v1/site", (route) => route.fulfill({ status: 503 }));
    const refused = page.waitForResponse("**/api/v1/site");
    await save(page).click();
    await refused; // the toast of the upload may still show the same text
    await expect(page.getByText("Failed to update profile image. Please try again.").last()).toBeVisible();
    await page.unroute("**/api/v1/site");
    await save(page).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });
});

test("E7 a file that is not a picture is refused in the owner's language", async ({ isMobile, page, signIn }) => {
  test.skip(!isMobile, "a desktop behaves the same");
  await page.addInitScript(() => localStorage.setItem("language", "gu"));
  await signIn();
  await page.goto("/admin/edit-profile-image");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  await picker(page).setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
  await expect(page.getByRole("alert")).toContainText(words.gu["error.media_type"]);
  await picker(page).setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(svg) });
  await expect(page.getByRole("alert")).toContainText(words.gu["error.media_broken"]);
  await expect(page.getByRole("button", { name: words.gu["admin.save"], exact: true })).toBeDisabled();
});

test("M5 M6 pictures of a project and of an article are uploaded in their forms", async ({
  isMobile,
  page,
  signIn,
  site,
}) => {
  test.skip(!isMobile, "a desktop behaves the same");
  await signIn();
  await page.goto("/admin/edit-portfolio");
  const buffer = await photo(page, { width: 900, height: 600, type: "image/webp" });
  const file = { name: "work.webp", mimeType: "image/webp", buffer };
  const direct = { data: buffer, headers: { "Content-Type": "image/webp" } };
  const taken = await page.request.post("/api/v1/media?folder=posts", direct);
  expect(await halves(page, (await taken.json()).url)).toMatchObject({ width: 900, upper: "red", lower: "blue" });
  await page.getByRole("rowheader").first().getByRole("link").click();
  await picker(page).setInputFiles(file);
  await use(page).click();
  await page.getByText(words.en["picture.address"]).click();
  const address = page.getByRole("textbox", { name: words.en["item.portfolio.imageUrl"], exact: true });
  await expect(address).toHaveValue(/^\/media\/public\/portfolio\/[0-9a-f]{32}-900x360\.jpg$/);
  const url = await address.inputValue();
  await save(page).click();
  await expect(page.getByText("Item Updated")).toBeVisible();
  expect(await (await page.request.get("/portfolio")).text()).toContain(`${url.replace(".jpg", "-640.jpg")} 640w`);

  await page.goto("/admin/edit-blog");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByRole("button", { name: words.en["editor.picture"], exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByLabel(words.en["editor.picture.alt"]).fill("A drum");
  await dialog.getByRole("button", { name: words.en["editor.picture.insert"] }).click();
  await save(page).click();
  await expect(page.getByText("Post Updated")).toBeVisible();
  const [post] = await site.sql<{ id: string }>("select id from posts where content like '%/media/public/posts/%'");
  const html = await (await page.request.get(`/blog/${post?.id}`)).text();
  expect(html).toMatch(/<img src="\/media\/public\/posts\/\w+-900x600\.jpg" srcset="[^"]+-320\.jpg 320w/);
  expect(html).toMatch(/width="900" height="600" loading="lazy" alt="A drum"/);
});
