import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Nothing serious for those who read by ear or by keyboard, and nothing wider than the window. */
export async function sound(page: Page) {
  // What is half faded in has half its contrast.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000);
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
  // There are no frames here, for which the other mode opens a second page every time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], iframes: false })
    .analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("  ")}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "the page scrolls sideways").toBeLessThanOrEqual(0);
}
