// Uses a phone with one thumb and counts the taps.
import { type CDPSession, expect, type Locator, type Page, test } from "@playwright/test";

/** Half as long as a toast is shown: a tap that waits longer was blocked by a toast. */
const patience = 3_000;

/** Counts one tap for every control that is touched, also for text fields. */
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
      // A busy machine may also take this long. The error names the element in the way and says whether the tap was
      // made.
      if (late.message.includes("intercepts pointer events")) throw late;
      if (!late.message.includes("tap action done")) await control.tap();
    });
    this.count();
  }

  async type(control: Locator, text: string) {
    await this.tap(control);
    await control.fill(text);
  }

  /** Types into the focused field, which needs no tap. */
  async goOn(control: Locator, text: string) {
    await expect(control).toBeFocused();
    await control.fill(text);
  }

  /** Drags the handle's row up until it is directly above the row `above`. */
  async carry(handle: Locator, above: Locator) {
    const finger = await this.page.context().newCDPSession(this.page);
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    if (!box) throw new Error("the handle is not visible");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch(finger, "touchStart", x, y);
    await touch(finger, "touchMove", x, y - 20);
    await touch(finger, "touchMove", x, Math.min(90, y - 30)); // to the top edge, so that the list scrolls
    await expect(above).toBeInViewport({ ratio: 1 });
    await touch(finger, "touchMove", x, 100);
    await touch(finger, "touchEnd");
    await finger.detach();
    // For a moment after a drop, clicks are ignored, so that the drop does not count as one.
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
