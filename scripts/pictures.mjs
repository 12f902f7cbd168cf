// Takes the README's pictures of the built program. Usage: scripts/with-postgres node scripts/pictures.mjs
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromium as executablePath, flags } from "./chromium.ts";
import { openSite } from "./site.ts";

const folder = join(import.meta.dirname, "../docs/pictures");
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };

const site = await openSite();
const browser = await chromium.launch({ executablePath: executablePath(), args: flags });

async function shoot(context, path) {
  const page = await context.newPage();
  await page.goto(site.baseURL + path, { waitUntil: "networkidle" });
  const picture = await page.screenshot();
  await page.close();
  return `<img src="data:image/png;base64,${picture.toString("base64")}">`;
}

/** Phones side by side. */
async function row(name, pictures) {
  const page = await browser.newPage({ viewport: { width: 1320, height: 200 } });
  const style =
    "body{margin:0;padding:24px;display:flex;gap:24px;align-items:flex-start;background:#f5f1e6}img{width:400px;border-radius:28px;border:1px solid #efe4c8}";
  await page.setContent(`<style>${style}</style>${pictures.join("")}`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 78, fullPage: true });
  await page.close();
}

try {
  await mkdir(folder, { recursive: true });
  const visitor = await browser.newContext(phone);
  const home = [];
  for (const path of ["/", "/hi", "/gu"]) home.push(await shoot(visitor, path));
  await row("home", home);

  const owner = await browser.newContext(phone);
  const page = await owner.newPage();
  await page.goto(`${site.baseURL}/admin`);
  await page.locator("input[type=email]").fill(site.owner.email);
  await page.locator("input[type=password]").fill(site.owner.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL("**/admin/dashboard");
  const own = [];
  for (const path of ["/admin/dashboard", "/admin/edit-tagline", "/admin/edit-services"])
    own.push(await shoot(owner, path));
  await row("owner", own);
} finally {
  await browser.close();
  await site.close();
}
