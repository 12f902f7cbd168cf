// The owner's screens with large letters and by keyboard.
import { expect, test } from "./fixtures.ts";
import { looked } from "./languages.ts";
import { openScreen } from "./owner.ts";

/** One screen of each kind. */
const screens = [
  "/admin/dashboard",
  "/admin/inbox",
  "/admin/page",
  "/admin/insights",
  "/admin/media",
  "/admin/translations",
  "/admin/history",
  "/admin/edit-address",
  "/admin/edit-social-links",
  "/admin/edit-blocks",
  "/admin/edit-blog?new",
  "/admin/edit-services?new",
  "/admin/edit-blocks?new=link",
];

for (const lang of looked) {
  test(`in ${lang} every screen of the owner fits a phone with letters twice as large`, async ({ page, signIn }) => {
    await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
    await signIn();
    for (const path of screens) {
      await openScreen(page, path);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      // A phone's window grows with its content, so its own width proves nothing.
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide, { message: path }).toBe(360);
    }
  });
}

test("every control of the owner's screens can be reached by keyboard with a visible focus", async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const path of screens) {
    await page.goto(path);
    await expect(page.locator("main :is(form, section, ol, table)").first()).toBeVisible();
    await expect(page.locator(".late")).toHaveCount(0);
    const expected = await page.evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>(
        "main :is(a[href], button, summary, input, textarea, select, [contenteditable=true])",
      );
      const stops = [...all].filter(
        (control) =>
          control.checkVisibility() &&
          control.tabIndex >= 0 &&
          !control.matches(":disabled") &&
          !control.closest("[inert], [role=toolbar]") &&
          !(control instanceof HTMLInputElement && control.type === "radio" && !control.checked),
      );
      for (const stop of stops) stop.setAttribute("data-stop", "");
      return stops.length;
    });
    expect(expected, path).toBeGreaterThan(path === "/admin/insights" ? -1 : 0); // insights may show only numbers
    const unseen: string[] = [];
    for (let press = 0; press < 4 * expected + 20; press++) {
      await page.keyboard.press("Tab");
      const left = await page.evaluate(() => {
        const control = document.activeElement as HTMLElement;
        const marked = [
          control,
          ...control.querySelectorAll("*"),
          control.closest("label"),
          control.parentElement?.parentElement,
        ].some((element) => {
          const style = element && getComputedStyle(element);
          return (
            style && ((style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none")
          );
        });
        const unseen = control.matches("[data-stop]") && !marked ? control.outerHTML.slice(0, 80) : "";
        control.removeAttribute("data-stop");
        return { unseen, stops: document.querySelectorAll("[data-stop]").length };
      });
      if (left.unseen) unseen.push(left.unseen);
      if (left.stops === 0) break;
    }
    expect(unseen, `${path}: no visible focus`).toEqual([]);
    const missed = await page
      .locator("[data-stop]")
      .evaluateAll((all) => all.map((stop) => stop.outerHTML.slice(0, 90)));
    expect(missed, `${path}: not reached`).toEqual([]);
  }
});
