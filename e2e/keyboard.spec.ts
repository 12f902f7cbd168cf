import { expect, test } from "./fixtures.ts";
import { at } from "./languages.ts";

for (const path of [
  "/",
  "/services",
  "/portfolio",
  "/portfolio/saree-retailer-surat-social",
  "/blog",
  "/blog/whatsapp-shop-window",
  "/download",
  "/privacy",
]) {
  test(`R1 every control of ${path} can be reached by keyboard with a visible focus`, async ({ page }) => {
    await page.goto(at("gu", path));
    const expected = await page.evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>("a[href], button, summary, input");
      // A closed menu's links are not visible, and a group of radios is one stop.
      const shown = [...all].filter(
        (control) =>
          control.checkVisibility() &&
          !(control instanceof HTMLInputElement && control.type === "radio" && !control.checked),
      );
      return shown.length;
    });
    const seen = new Set<string>();
    for (let press = 0; press < expected; press++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const control = document.activeElement as HTMLElement;
        const marked = [control, ...control.querySelectorAll("*"), control.closest("label")].some((element) => {
          const style = element && getComputedStyle(element);
          return (
            style && ((style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none")
          );
        });
        const index = [...document.querySelectorAll("*")].indexOf(control);
        return { index, marked, name: control.outerHTML.slice(0, 80) };
      });
      expect(focus.marked, `no visible focus on ${focus.name}`).toBe(true);
      seen.add(String(focus.index));
    }
    expect(seen.size).toBe(expected);
  });
}
