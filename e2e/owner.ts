// Actions of the owner for tests about something else.
import { expect, type Page } from "@playwright/test";
import type { Site } from "../scripts/site.ts";

/** Saves fields on the newest revision, as the signed-in owner of this page's context. */
export async function saveSite(page: Page, site: Site, fields: Record<string, unknown>, translations = {}) {
  const stored = await page.context().request.get(`${site.baseURL}/api/v1/site/stored`);
  const { revision } = await stored.json();
  const data = { revision, site: fields, translations };
  const saved = await page.context().request.patch(`${site.baseURL}/api/v1/site`, { data });
  if (!saved.ok()) throw new Error(`save: ${saved.status()} ${await saved.text()}`);
}

/** Every screen of the owner's app contains at least one of these elements. */
const parts = "main :is(form, section, ol, table)";

/**
 * Opens screens of the owner's app one after the other. Only the first one loads the app, as when the owner follows
 * links.
 */
export async function openScreen(page: Page, path: string) {
  if (await page.locator(parts).count()) {
    await page.evaluate(
      ({ path, parts }) => {
        for (const part of document.querySelectorAll<HTMLElement>(parts)) part.dataset.before = "";
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
      },
      { path, parts },
    );
    await expect(page.locator("main [data-before]")).toHaveCount(0);
  } else {
    await page.goto(path);
  }
  await expect(page.locator(parts).first()).toBeVisible();
}
