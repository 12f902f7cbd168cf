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

/** Messages as they would wait in the inbox. */
async function fillInbox() {
  const senders = [
    ["Bakery at the station", "Search Engine Optimization", "en", 3, "Can people nearby find us?"],
    ["સુરત સાડી સેન્ટર", "Social Media Management", "gu", 9, "દિવાળી માટે પોસ્ટર જોઈએ છે"],
    ["राजकोट किराना स्टोर", "Paid Advertising", "hi", 20, "महीने का खर्च कितना होगा?"],
    ["Dental clinic, Anand", "Content Marketing", "en", 30, "Two articles a month"],
  ];
  for (const [name, service, language, hours, message] of senders)
    await site.sql(
      `insert into feedback (name, email, phone, comment, feedback_type, status, services, language, source, idempotency_key, digest, created_at)
       values ($1, 'hello@example.in', '98250 12345', $5, 'quote_request', 'pending', array[$2], $3, 'instagram.com', $1, '', now() - $4 * interval '1 hour')`,
      [name, service, language, hours, message],
    );
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
  await fillInbox();
  const own = [];
  for (const path of ["/admin/dashboard", "/admin/edit-tagline", "/admin/inbox"]) own.push(await shoot(owner, path));
  await row("owner", own);
} finally {
  await browser.close();
  await site.close();
}
