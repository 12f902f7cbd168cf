// Takes the screenshots for README.md and for the owner's guide from the built program.
// Usage: scripts/with-postgres node scripts/pictures.mjs
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromium as executablePath, flags } from "./chromium.ts";
import { openSite, signedIn } from "./site.ts";

const folder = join(import.meta.dirname, "../docs/pictures");
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 };

const site = await openSite();
const browser = await chromium.launch({ executablePath: executablePath(), args: flags });

async function shoot(context, path, before = async () => {}) {
  const page = await context.newPage();
  await page.goto(site.baseURL + path);
  await page.waitForLoadState("networkidle");
  await before(page);
  const picture = await page.screenshot();
  await page.close();
  return `<img src="data:image/png;base64,${picture.toString("base64")}">`;
}

/** Writes one picture with several phone screens side by side. */
async function row(name, pictures) {
  const page = await browser.newPage({ viewport: { width: 1320, height: 200 } });
  const style =
    "body{margin:0;padding:24px;display:flex;gap:24px;align-items:flex-start;background:#f5f1e6}img{width:400px;border-radius:28px;border:1px solid #efe4c8}";
  await page.setContent(`<style>${style}</style>${pictures.join("")}`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 78, fullPage: true });
  await page.close();
}

/** The page with an owner's own colours and links. */
async function looks(visitor) {
  const { call, save } = await signedIn(site);
  await save(
    {
      brandName: "Taji Bakery",
      tagline: "Bread, nankhatai and cakes, every morning",
      businessHours: "Monday to Sunday: 7:00 AM to 9:00 PM",
      contact: { phone: "+91 79 0000 0000" },
      socialLinks: { instagram: "@taji", facebook: "taji", youtube: "@taji" },
    },
    {
      hi: { brandName: "ताज़ी बेकरी", tagline: "हर सुबह ताज़ी ब्रेड, नानखटाई और केक" },
      gu: { brandName: "તાજી બેકરી", tagline: "રોજ સવારે તાજી બ્રેડ, નાનખટાઈ અને કેક" },
    },
  );
  const blocks = [
    {
      values: { kind: "link", accent: "yes", icon: "Cake", address: "taji.example/cake" },
      titles: ["Order a birthday cake", "जन्मदिन का केक ऑर्डर करें", "જન્મદિવસની કેક ઓર્ડર કરો"],
      lines: ["Tell us one day before", "एक दिन पहले बताएँ", "એક દિવસ પહેલાં જણાવો"],
    },
    {
      values: { kind: "link", icon: "Utensils", address: "taji.example/menu" },
      titles: ["Menu and prices", "मेन्यू और दाम", "મેનૂ અને ભાવ"],
      lines: ["Bread, khari, toast, cakes", "ब्रेड, खारी, टोस्ट, केक", "બ્રેડ, ખારી, ટોસ્ટ, કેક"],
    },
    {
      values: { kind: "link", address: "taji@okaxis" },
      titles: ["Pay by UPI", "UPI से पेमेंट करें", "UPIથી પેમેન્ટ કરો"],
      lines: ["", "", ""],
    },
  ];
  for (const { values, titles, lines } of blocks) {
    const [en, hi, gu] = titles.map((title, at) => ({ title, description: lines[at] }));
    await call("POST", "/blocks", { values: { ...values, ...en }, translations: { hi, gu } }, titles[0]);
  }
  const shots = [];
  for (const [path, chosen] of [
    ["/", { accent: "#8B2F6F", mainAction: "whatsapp" }],
    ["/gu", { accent: "#1F5FC4", shape: "square", backdrop: "plain", mainAction: "whatsapp" }],
    ["/hi", { accent: "#10B981", mode: "dark", shape: "rounded", backdrop: "particles", mainAction: "call" }],
  ]) {
    await save({ looks: chosen });
    shots.push(await shoot(visitor, path));
  }
  return shots;
}

/** A browser in the given language in which the owner is signed in. */
async function ownersBrowser(lang) {
  const owner = await browser.newContext({ ...phone, serviceWorkers: "block" });
  await owner.addInitScript((chosen) => localStorage.setItem("language", chosen), lang);
  const answer = await owner.request.post(`${site.baseURL}/api/v1/session`, { data: site.owner });
  if (!answer.ok()) throw new Error(`sign in: ${answer.status()}`);
  return owner;
}

/** One screenshot for each path. */
async function shootAll(context, paths) {
  const shots = [];
  for (const path of paths) shots.push(await shoot(context, path));
  return shots;
}

async function guideStart() {
  for (const lang of ["en", "hi", "gu"]) {
    const owner = await ownersBrowser(lang);
    await row(
      `guide-start-${lang}`,
      await shootAll(owner, ["/admin/dashboard", "/admin/edit-brand-name", "/admin/page"]),
    );
    await owner.close();
  }
}

async function guideDay() {
  const owner = await ownersBrowser("en");
  const openFirst = async (page) => {
    await page.locator("[data-lead]").first().tap();
    await page.getByRole("article").waitFor();
  };
  await row("guide-inbox", [await shoot(owner, "/admin/inbox"), await shoot(owner, "/admin/inbox", openFirst)]);
  const lists = ["/admin/edit-blocks", "/admin/edit-blog", "/admin/edit-blog?new"];
  await row("guide-page", await shootAll(owner, lists));
  await row("guide-keep", await shootAll(owner, ["/admin/history", "/admin/translations", "/admin/edit-qr-code"]));
  await owner.close();
}

/** Puts realistic messages into the inbox. */
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
  await guideStart();

  await row("looks", await looks(visitor));

  await fillInbox();
  const owner = await ownersBrowser("en");
  await row("owner", await shootAll(owner, ["/admin/dashboard", "/admin/edit-tagline", "/admin/inbox"]));
  await guideDay();
} finally {
  await browser.close();
  await site.close();
}
