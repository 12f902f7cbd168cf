import { expect, type Page } from "@playwright/test";

/** Waits until the token of a form without script is old enough. It starts with a version byte and the time it was made. */
export async function oldEnough(page: Page) {
  const token = Buffer.from(await page.locator("[name=token]").inputValue(), "base64url");
  const { waitMs } = await (await page.request.get("/api/v1/leads/token")).json();
  const age = () => Date.now() - Number(token.readBigUInt64BE(1));
  await expect.poll(age).toBeGreaterThanOrEqual(waitMs);
}
