// The machine's own Chromium and the flags under which it is driven: no sandbox (tests run as root), nothing sent anywhere.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/** The same engine without a browser's own windows: a third faster, and as good where only the page is looked at. */
const shells = ["chromium-headless-shell"];

export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
];

/** Path of the browser: CHROME, else the first known name on PATH. */
export function chromium({ shell = false } = {}): string {
  const dirs = (process.env.PATH ?? "").split(delimiter);
  const wanted = shell ? [...shells, ...names] : names;
  const found =
    process.env.CHROME ?? wanted.flatMap((name) => dirs.map((dir) => join(dir, name))).find((p) => existsSync(p));
  if (!found) throw new Error("no Chromium on this machine: run scripts/setup, or set CHROME to one");
  return found;
}
