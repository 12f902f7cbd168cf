// Two ways of using a form: a finger on a phone, and nothing but the keyboard on a desk.
import { expect, type Locator, type Page } from "@playwright/test";

/** How many presses of Tab away the control is; less than none is backwards. */
function stopsTo(control: Element): number {
  const all = document.querySelectorAll<HTMLElement>("a[href], button, input, textarea, summary");
  const stops = [...all].filter(
    (stop) =>
      stop === control ||
      stop === document.activeElement ||
      (stop.checkVisibility() &&
        !stop.matches(":disabled") &&
        !stop.closest("[inert]") &&
        !(stop instanceof HTMLInputElement && stop.type === "radio" && !stop.checked)),
  );
  return stops.indexOf(control as HTMLElement) - stops.indexOf(document.activeElement as HTMLElement);
}

/** Walks to the control as somebody without a mouse would. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor();
  // Where a control has gone that had the focus, the first press shows where the walk goes on from.
  if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press("Tab");
  const stops = await control.evaluate(stopsTo);
  for (let stop = 0; stop < Math.abs(stops); stop++) await page.keyboard.press(stops > 0 ? "Tab" : "Shift+Tab");
  await expect(control).toBeFocused();
}

export type Hands = {
  press: (control: Locator) => Promise<void>;
  type: (control: Locator, text: string) => Promise<void>;
  slide: (control: Locator, value: number) => Promise<void>;
  choose: (control: Locator) => Promise<void>;
};

export function hands(page: Page, isMobile: boolean): Hands {
  if (isMobile) {
    return {
      press: (control) => control.tap(),
      type: (control, text) => control.fill(text),
      slide: (control, value) => control.fill(String(value)),
      choose: (control) => control.locator("xpath=ancestor::label").tap(),
    };
  }
  return {
    press: async (control) => {
      await tabTo(page, control);
      await page.keyboard.press("Enter");
    },
    type: async (control, text) => {
      await tabTo(page, control);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.press("Delete");
      await page.keyboard.insertText(text);
    },
    slide: async (control, value) => {
      await tabTo(page, control);
      while (Number(await control.inputValue()) < value) await page.keyboard.press("ArrowRight");
      while (Number(await control.inputValue()) > value) await page.keyboard.press("ArrowLeft");
    },
    choose: async (control) => {
      await tabTo(page, page.locator(`input[name="${await control.getAttribute("name")}"]:checked`));
      while (!(await control.isChecked())) await page.keyboard.press("ArrowRight");
    },
  };
}
