// Actions of the owner for tests about something else.
import type { Page } from "@playwright/test";
import type { Site } from "../scripts/site.ts";

/** Saves fields on the newest revision, as the signed-in owner of this page's context. */
export async function saveSite(page: Page, site: Site, fields: Record<string, unknown>, translations = {}) {
  const stored = await page.context().request.get(`${site.baseURL}/api/v1/site/stored`);
  const { revision } = await stored.json();
  const data = { revision, site: fields, translations };
  const saved = await page.context().request.patch(`${site.baseURL}/api/v1/site`, { data });
  if (!saved.ok()) throw new Error(`save: ${saved.status()} ${await saved.text()}`);
}
