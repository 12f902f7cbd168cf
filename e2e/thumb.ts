// One thumb on a phone, and how often it touches the screen.
import { type CDPSession, expect, type Locator, type Page, test } from "@playwright/test";

/** Half of what a message stands: who has to wait for it to go has found it in the way. */
const patience = 3_000;

/** Counts one tap for everything touched, a field to type into as well. */
export class Thumb {
  readonly taps: Record<string, number> = {};
  private step = "";
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async during(step: string, deeds: () => Promise<void>) {
    this.step = step;
    this.taps[step] = 0;
    await test.step(step, deeds);
  }

  private count() {
    this.taps[this.step] = (this.taps[this.step] ?? 0) + 1;
  }

  async tap(control: Locator) {
    await control.waitFor();
    await control.tap({ timeout: patience }).catch(async (late: Error) => {
      // A busy machine may take as long. Playwright tells what was in the way, and whether the tap was made.
      if (late.message.includes("intercepts pointer events")) throw late;
      if (!late.message.includes("tap action done")) await control.tap();
    });
    this.count();
  }

  async type(control: Locator, text: string) {
    await this.tap(control);
    await control.fill(text);
  }

  /** Types where the keyboard is open already: nothing is to be touched for that. */
  async goOn(control: Locator, text: string) {
    await expect(control).toBeFocused();
    await control.fill(text);
  }

  /** Lifts what the handle holds and carries it up until `above` is the first thing below it. */
  async carry(handle: Locator, above: Locator) {
    const finger = await this.page.context().newCDPSession(this.page);
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    if (!box) throw new Error("nothing to hold");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch(finger, "touchStart", x, y);
    await touch(finger, "touchMove", x, y - 20);
    await touch(finger, "touchMove", x, Math.min(90, y - 30)); // upwards all the way: the list scrolls where the finger goes
    await expect(above).toBeInViewport({ ratio: 1 });
    await touch(finger, "touchMove", x, 100);
    await touch(finger, "touchEnd");
    await finger.detach();
    // For a moment after a drop presses are held back, lest the drop be one.
    const heard = () =>
      this.page.evaluate(() => {
        let came = false;
        const hear = () => {
          came = true;
        };
        document.body.addEventListener("click", hear);
        document.body.click();
        document.body.removeEventListener("click", hear);
        return came;
      });
    await expect.poll(heard, { intervals: [20] }).toBe(true);
    this.count();
  }

  get total() {
    return Object.values(this.taps).reduce((sum, taps) => sum + taps, 0);
  }
}

const touch = (finger: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
  finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
