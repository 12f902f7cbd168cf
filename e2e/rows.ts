// The rows of a manager. On a phone their actions are behind a button.
import type { Page } from "@playwright/test";
import { words } from "./languages.ts";

/** Shows the actions of a row, if they are hidden. */
export async function showActions(
  page: Page,
  title: string,
  press: (button: ReturnType<Page["locator"]>) => Promise<void>,
) {
  await page.getByRole("rowheader", { name: title }).first().waitFor();
  const more = page.getByRole("button", {
    name: words.en["manager.actions.more"].replace("{title}", title),
    exact: true,
  });
  if ((await more.isVisible()) && (await more.getAttribute("aria-expanded")) === "false") await press(more);
}
