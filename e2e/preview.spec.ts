import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { sound } from "./sound.ts";

const t = words.en;
const frame = (page: Page) => page.frameLocator(`iframe[title="${t["admin.livePreview"]}"]`);

/** Waits until the sheet, where there is one, has opened or closed. Meanwhile a press would miss what moves with it. */
async function atRest(page: Page) {
  const moving = () => page.locator(".peek").evaluateAll((all) => all.flatMap((sheet) => sheet.getAnimations()).length);
  await expect.poll(moving).toBe(0);
}

/** Presses the visible area of a part of the preview. */
async function press(page: Page, part: Locator, isMobile: boolean) {
  await atRest(page);
  await part.evaluate((element) => {
    const box = parent.document.querySelector("[data-still]") as Element;
    box.scrollTop = 0.7 * (element.getBoundingClientRect().top + scrollY) - 40;
  });
  const seen = async () => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const box = async () => (await page.locator("[data-still]").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => (await seen()).y - (await box()).y).toBeGreaterThanOrEqual(0);
  // Loading pictures move the parts below them.
  let before = "";
  const rests = async () => {
    const now = JSON.stringify([await seen(), await box()]);
    const still = now === before;
    before = now;
    return still;
  };
  await expect.poll(rests, { intervals: [100] }).toBe(true);
  const window = await box();
  const { x, y, width, height } = await seen();
  const middle = [x + width / 2, Math.min(y + height / 2, window.y + window.height - 4)] as const;
  await (isMobile ? page.touchscreen.tap(...middle) : page.mouse.click(...middle));
}

test("pressing a part of the page opens its editor, and Back returns to the page", async ({
  page,
  signIn,
  isMobile,
}) => {
  await signIn();
  const parts: [(page: Page) => Locator, string][] = [
    [(page) => frame(page).getByRole("heading", { name: "Digital Market" }), "/admin/edit-brand-name"],
    [(page) => frame(page).getByText("Digital Marketing Solutions"), "/admin/edit-tagline"],
    [(page) => frame(page).getByAltText("Digital Market"), "/admin/edit-profile-image"],
    [(page) => frame(page).getByRole("link", { name: t["home.social.instagram"] }), "/admin/edit-social-links"],
    [(page) => frame(page).getByText(t["home.links.services"], { exact: true }), "/admin/edit-blocks?item=services"],
    [(page) => frame(page).getByRole("link", { name: t["home.shop"] }), "/admin/edit-shop-button-url"],
    [(page) => frame(page).getByText(t["home.contact.phone"]), "/admin/edit-phone"],
  ];
  await page.goto("/admin/page");
  for (const [part, path] of parts) {
    await expect(page.getByRole("heading", { level: 1, name: t["screen.page.title"] })).toBeVisible(); // every screen has a preview
    await expect(part(page)).toBeAttached();
    await press(page, part(page), isMobile);
    await expect(page).toHaveURL(path);
    await page.goBack();
  }
});

test("pressing the opening hours opens the address screen, and View shows the edited part in the edited language", async ({
  page,
  signIn,
  isMobile,
  context,
}) => {
  await signIn();
  await page.goto("/admin/edit-app-download");
  const hours = frame(page).getByRole("heading", { name: t["download.hours"] });
  await expect(hours).toBeAttached();
  if (isMobile) await page.getByRole("button", { name: t["admin.livePreview"] }).tap();
  await press(page, hours, isMobile);
  await expect(page).toHaveURL("/admin/edit-address");
  await page.locator("label", { hasText: words.gu["language.gu"] }).click();
  const view = page.getByRole("link", { name: t["admin.viewSite"] });
  await expect(view).toHaveAttribute("href", "/gu/download#address");
  const opened = context.waitForEvent("page");
  await view.click();
  await expect(await opened).toHaveURL("/gu/download#address");
  await expect(page).toHaveURL("/admin/edit-address");
});

test("E2 the form shows which hours were understood, not understood or contradictory, and accepts them all", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/edit-address");
  const hours = page.locator('form [name="businessHours"]');
  await hours.fill("Mon–Sat 10am-7pm\nSunday closed");
  await expect(page.getByText(/^Understood: Monday to Saturday: .*10.* · Sunday: Closed$/)).toBeVisible();
  await hours.fill("Mon–Sat 10am-7pm\nSunday closed\nSunday 10am-1pm\nlunch at one");
  await expect(page.getByText(t["admin.hours.contradicts"].replace("{days}", t["hours.day.sun"]))).toBeVisible();
  await expect(page.getByText(t["admin.hours.note"].replace("{lines}", "“lunch at one”"))).toBeVisible();
  await page.getByRole("button", { name: t["admin.save"], exact: true }).click();
  await expect(page.getByText(t["screen.address.success"])).toBeVisible();
});

test.describe("on a phone", () => {
  test.beforeEach(({ isMobile }) => test.skip(!isMobile, "a desk has room beside the form"));

  const sheet = (page: Page) => page.locator("aside.peek");
  const handle = (page: Page) => page.getByRole("button", { name: t["admin.livePreview"] });
  const heightOf = async (page: Page) => (await sheet(page).boundingBox())?.height ?? 0;

  test("the preview sheet shows the edited part, opens by tap or drag, and closes by Escape or Back", async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/edit-phone");
    const save = page.getByRole("button", { name: t["admin.save"], exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    const number = frame(page).getByText(t["home.contact.phone"]);
    const inSlice = async () => {
      const [part, window] = [await number.boundingBox(), await page.locator("[data-still]").boundingBox()];
      return !!part && !!window && part.y >= window.y && part.y + part.height <= window.y + window.height;
    };
    await expect.poll(inSlice).toBe(true);
    await sound(page);

    await handle(page).tap();
    await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
    await expect.poll(() => heightOf(page)).toBeGreaterThan(700);
    await sound(page);
    await page.keyboard.press("Escape");
    await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
    await expect.poll(() => heightOf(page)).toBeLessThan(400);
    await atRest(page);

    const { x, y } = (await handle(page).boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 100, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 100, y - 100, { steps: 4 });
    await page.mouse.up();
    await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
    await page.goBack();
    await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
    await expect(page).toHaveURL("/admin/edit-phone");
    await atRest(page);
    await handle(page).tap();
    await expect(handle(page)).toHaveAttribute("aria-expanded", "true");
    await press(page, number, true);
    await expect(handle(page)).toHaveAttribute("aria-expanded", "false");
    await expect(page.locator('form [name="phone"]')).toBeFocused();
    await page.keyboard.type("98980 00001");
    await save.tap();
    await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();
  });

  test("the preview sheet does not cover the focused field, and is hidden while the keyboard is open", async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/edit-address");
    const covers = async (control: Locator) => {
      const [one, other] = [await control.boundingBox(), await sheet(page).boundingBox()];
      return !!one && !!other && one.y < other.y + other.height && other.y < one.y + one.height && other.y < 740;
    };
    const inputs = page.locator("main form :is(input:not([type=radio], [role=switch]), textarea)");
    await expect(inputs.last()).toBeVisible();
    await expect(sheet(page)).toBeInViewport();
    for (const input of await inputs.all()) {
      await input.focus();
      await expect.poll(() => covers(input)).toBe(false);
      await page.evaluate(() => scrollBy(0, -250));
      await expect.poll(() => covers(input)).toBe(false);
    }
    await page.setViewportSize({ width: 360, height: 420 }); // the height that an open keyboard leaves
    await expect(sheet(page)).toBeHidden();
    await page.locator(":focus").blur();
    await expect(sheet(page)).toBeVisible();
  });
});
