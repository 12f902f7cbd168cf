// Two ways to use a form: by touch on a phone, and by keyboard on a desktop.
import { expect, type Locator, type Page } from "@playwright/test";

/** How many presses of Tab away the control is; negative means backwards. */
function stopsTo(control: Element): number {
  const all = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, textarea, select, summary, [contenteditable=true], [tabindex='0']",
  );
  const from = document.activeElement as HTMLElement;
  const stops = [...all].filter(
    (stop) =>
      stop === control ||
      stop === from ||
      (stop.checkVisibility() &&
        stop.tabIndex >= 0 &&
        !stop.matches(":disabled") &&
        !stop.closest("[inert]") &&
        !(stop instanceof HTMLInputElement && stop.type === "radio" && !stop.checked)),
  );
  const there = stops.indexOf(control as HTMLElement);
  if (stops.includes(from)) return there - stops.indexOf(from);
  // An element that the page itself focused is not a stop. The next stop after it is one press away.
  const next = stops.findIndex((stop) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
  return there < next ? there - next : there - next + 1;
}

const mostParts = 8;
const mostWalks = 3;

/** Moves the focus to the control with Tab. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor();
  // If the focused control has disappeared, the first press shows where the focus continues.
  if (await page.evaluate(() => document.activeElement === document.body)) await page.keyboard.press("Tab");
  const focused = () => control.evaluate((element) => element === document.activeElement);
  // Controls that appear meanwhile add stops.
  for (let walk = 0; walk < mostWalks; walk++) {
    const stops = await control.evaluate(stopsTo);
    const key = stops > 0 ? "Tab" : "Shift+Tab";
    for (let stop = 0; stop < Math.abs(stops); stop++) await page.keyboard.press(key);
    // Some inputs, such as a date, are several stops: continue one by one.
    for (let more = 0; more < mostParts; more++) {
      if (stops === 0 || (await focused())) break;
      await page.keyboard.press(key);
    }
    if (await focused()) break;
  }
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

/** Waits until a row is picked up by keyboard: this is announced, and a moment later the library handles keys. */
export async function lifted(page: Page, said: string) {
  await expect(page.getByText(said)).toBeAttached();
  await page.evaluate(
    () => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(heard)))),
  );
}
