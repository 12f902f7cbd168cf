import type { Page } from "@playwright/test";
import { isGrave, seriously, violations } from "./axe.ts";
import { expect } from "./fixtures.ts";

/** Expects no serious accessibility problem and no sideways scrolling. */
export async function sound(page: Page) {
  // Text that is still fading in has too little contrast.
  await page.evaluate(() => {
    const passing = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000);
    return Promise.allSettled(passing.map(({ finished }) => finished));
  });
  const grave = (await violations(page, seriously)).filter(isGrave);
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("  ")}`)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "the page scrolls sideways").toBeLessThanOrEqual(0);
}
