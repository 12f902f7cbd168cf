// Finds the machine's Chromium. Its flags turn off the sandbox (tests run as root) and background network traffic.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/** The same engine without a browser window: a third faster, and sufficient if only the page matters. */
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
