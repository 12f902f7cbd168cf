// Tests every public page and dialog, sign-in and an owner's first steps in Chromium, WebKit and Firefox. Fails on a
// console error, a failed request, a page that scrolls sideways or has no heading, and a dialog that does not open or
// close. Writes screenshots to test-results/engines. Usage: scripts/with-postgres node scripts/engines.mjs [ENGINE…]
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { at, words } from "../e2e/languages.ts";
import { paint } from "../e2e/paint.ts";
import { engines, webkitConsole } from "./engine-drivers.mjs";
import { openSite } from "./site.ts";

const out = join(import.meta.dirname, "../test-results/engines");
const wanted = process.argv.slice(2);
const names = wanted.length ? wanted : Object.keys(engines);
const missing = "/nothing-here";
const pages = {
  home: "/",
  services: "/services",
  portfolio: "/portfolio",
  project: "/portfolio/saree-retailer-surat-social",
  blog: "/blog",
  article: "/blog/reviews-and-replies",
  download: "/download",
  privacy: "/privacy",
  quote: "/services/quote",
  missing,
};
const dialogs = [
  ["share", "/", "home.share"],
  ["quote", "/services", "services.quote"],
  ["learn-more", "/services", "services.learnMore"],
  ["case-study", "/portfolio", "portfolio.view"],
  ["request", "/portfolio", "portfolio.request"],
];
const phone = [360, 740];
const desk = [1280, 800];
const patience = 15_000;

let faults = 0;
let checked = 0;

function fault(text) {
  faults++;
  console.log(text);
}

/** Measures a page: how much wider than the window it is, and its heading. */
const measure = () => ({
  over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: innerWidth,
  heading: document.querySelector("h1")?.textContent?.trim() ?? "",
});

/** Marks the control with this name, so that it can be clicked; in the topmost dialog, if one is open. */
const mark = (text) => {
  for (const marked of document.querySelectorAll("[data-pressed]")) marked.removeAttribute("data-pressed");
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const named = [...root.querySelectorAll("a, button, label, summary")].find(
    (one) =>
      [
        one.getAttribute("aria-label"),
        ...[one, ...one.childNodes].map(({ textContent }) => textContent.trim()),
      ].includes(text) &&
      one.checkVisibility() &&
      !one.disabled,
  );
  named?.setAttribute("data-pressed", "");
  return Boolean(named);
};

/** Scrolls an element out from under the fixed bars, as a user would, and returns whether a click would reach it. */
const reach = (selector) => {
  const one = document.querySelector(selector);
  one?.scrollIntoView({ block: "center", behavior: "instant" });
  const box = one?.getBoundingClientRect();
  return Boolean(box && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)));
};

/** Sets data-drawn after two more frames, so that a screenshot shows the newest one. */
const askForFrames = () => {
  document.documentElement.removeAttribute("data-drawn");
  requestAnimationFrame(() => requestAnimationFrame(() => document.documentElement.setAttribute("data-drawn", "")));
};

const settled = () =>
  document.documentElement.hasAttribute("data-drawn") &&
  document.getAnimations().every(({ effect, playState }) => {
    return playState !== "running" || !(Number(effect?.getComputedTiming().endTime) < 2000);
  });

async function run(name) {
  const pictures = join(out, name);
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const site = await openSite();
  const browser = await engines[name]();
  let shots = 0;

  const until = async (what, question, ...values) => {
    const deadline = Date.now() + patience;
    for (;;) {
      // A page that is navigating cannot be evaluated.
      const answer = await browser.evaluate(question, ...values).catch(() => undefined);
      if (answer) return;
      if (Date.now() > deadline) throw new Error(`${what}: not within ${patience / 1000} s`);
      await sleep(50);
    }
  };
  const rest = async () => {
    await browser.evaluate(askForFrames);
    await until("the page settles", settled);
  };
  const shoot = async (what) => {
    await rest();
    shots++;
    await browser.screenshot(join(pictures, `${String(shots).padStart(2, "0")}-${what}.png`));
  };
  const click = async (selector, what = selector) => {
    await until(`a click reaches ${what}`, reach, selector);
    await browser.click(selector);
  };
  const press = async (text) => {
    await until(`“${text}” can be clicked`, mark, text);
    await click("[data-pressed]", `“${text}”`);
  };
  const check = async (what, deeds) => {
    checked++;
    try {
      await deeds();
    } catch (error) {
      fault(`${name} ${what}: ${error.message}`);
      await shoot(`${what}-failed`).catch(() => undefined);
    }
    const heard = await browser.complaints().catch((error) => [error.message]);
    for (const text of heard) {
      if (!(what.startsWith("missing") && /404/.test(text))) fault(`${name} ${what}: ${text}`);
    }
  };
  const fits = async () => {
    for (const size of [desk, phone]) {
      await browser.size(...size);
      const { over, width, heading } = await browser.evaluate(measure);
      if (width !== size[0]) throw new Error(`the window is ${width} px wide, not ${size[0]}`);
      if (over > 0) throw new Error(`scrolls sideways by ${over} px at ${width} px`);
      if (!heading) throw new Error("has no heading");
    }
  };
  const opened = () => {
    const dialog = document.querySelector("dialog[open]");
    const box = dialog?.getBoundingClientRect();
    return Boolean(
      dialog?.querySelector("h2")?.textContent && box && box.height > 100 && box.bottom <= innerHeight + 1,
    );
  };
  const closed = () => !document.querySelector("dialog[open]");

  try {
    for (const lang of ["en", "gu"]) {
      const t = words[lang];
      for (const [what, path] of Object.entries(pages)) {
        await check(`${what} ${lang}`, async () => {
          await browser.open(site.baseURL + at(lang, path));
          await fits();
          await shoot(`${what}-${lang}-360`);
          await browser.size(...desk);
          await shoot(`${what}-${lang}-1280`);
        });
      }
      await browser.size(...phone);
      for (const [what, path, word] of dialogs) {
        await check(`dialog ${what} ${lang}`, async () => {
          await browser.open(site.baseURL + at(lang, path));
          await press(t[word]);
          await until("the dialog opens", opened);
          await shoot(`dialog-${what}-${lang}`);
          await press(t["common.close"]);
          await until("the dialog closes", closed);
        });
      }
      await check(`dialog share ${lang} closes by a click beside it`, async () => {
        await browser.size(...desk);
        await browser.open(site.baseURL + at(lang, "/"));
        await press(t["home.share"]);
        await until("the dialog opens", opened);
        await rest();
        await browser.pressAt(40, 40);
        await until("the dialog closes", closed);
        await browser.size(...phone);
      });
    }
    await evening({ browser, site, pictures, check, click, press, until, rest, shoot });
  } finally {
    await browser.close();
    if (name === "webkit") {
      const urls = ["en", "gu"].flatMap((lang) => Object.values(pages).map((path) => site.baseURL + at(lang, path)));
      for (const line of await webkitConsole(urls)) {
        if (!(line.includes(missing) && /404/.test(line))) fault(`webkit console: ${line}`);
      }
      checked++;
    }
    await site.close();
  }
}

/** An owner's first steps; e2e/first-evening.spec.ts does them by touch and counts the taps. */
async function evening({ browser, site, pictures, check, click, press, until, rest, shoot }) {
  const t = words.en;
  const on = (path) => until(`${path} opens`, (path) => location.pathname === path, path);
  const there = (selector) =>
    until(`${selector} exists`, (selector) => Boolean(document.querySelector(selector)), selector);
  const type = async (selector, text) => {
    await until(`a click reaches ${selector}`, reach, selector);
    await browser.type(selector, text);
  };
  const go = async (path) => browser.open(site.baseURL + path);
  const save = async () => {
    await press(t["admin.save"]);
    await on("/admin/dashboard");
    // Firefox aborts a page load that starts while the app is navigating. No user is that quick.
    await there("main h2");
    await rest();
  };
  await check("sign in", async () => {
    await go("/admin");
    await there("input[type=password]");
    await shoot("sign-in");
    await type("input[type=email]", site.owner.email);
    await type("input[type=password]", site.owner.password);
    await press(t["admin.login"]);
    await on("/admin/dashboard");
    await there("#first-run");
    await shoot("dashboard");
  });
  await check("name", async () => {
    await press(t["firstRun.name.change"]);
    await type("input[name=brandName]", "Surya Bakery");
    await save();
  });
  await check("picture", async () => {
    await go("/admin/edit-profile-image");
    await there("input[type=file]");
    const file = join(pictures, "sun.png");
    await writeFile(
      file,
      paint(240, 200, (x, y) => (Math.hypot(x - 120, y - 100) < 80 ? [245, 158, 11] : [31, 41, 55])),
    );
    await browser.upload("input[type=file]", file);
    await until("the picture can be cropped", () => Boolean(document.querySelector("dialog[open] canvas")));
    await shoot("crop");
    await press(t["picture.use"]);
    await until("the picture is uploaded", (text) => document.body.textContent.includes(text), t["picture.ready"]);
    await save();
  });
  await check("link", async () => {
    await go("/admin/edit-blocks?new=link");
    await type("input[name=title]", "Our menu");
    await type("input[name=address]", "surya.in/menu");
    await shoot("new-link");
    await press(t["admin.save"]);
    await until("the link is in the list", () => document.querySelector("tbody")?.textContent.includes("Our menu"));
    await there("button[aria-describedby^=Dnd]");
    await shoot("blocks");
  });
  await check("social links", async () => {
    await go("/admin/edit-social-links");
    await click("input[name=showFacebook]");
    await until("the switch is off", () => !document.querySelector("input[name=showFacebook]").checked);
    await shoot("social-links");
    await save();
    await go("/admin/edit-instagram");
    await type("input[name=instagram]", "@surya");
    await save();
  });
  await check("colour", async () => {
    await go("/admin/edit-looks");
    await press(t["field.accent.option.#1F5FC4"]);
    await shoot("looks");
    await save();
  });
  await check("the page", async () => {
    await go("/");
    await until("all changes are visible", () => {
      const shown = (selector) => Boolean(document.querySelector(`main ${selector}`)?.checkVisibility());
      return (
        document.body.textContent.includes("Surya Bakery") &&
        shown('a[href="https://surya.in/menu"]') &&
        shown('a[href="https://instagram.com/surya"]') &&
        !document.querySelector('a[href*="facebook.com"]') &&
        document.querySelector("img[data-reveal]")?.naturalWidth > 0
      );
    });
    await shoot("page");
  });
}

for (const name of names) {
  const [began, before, failed] = [Date.now(), checked, faults];
  await run(name).catch((error) => fault(`${name}: ${error.stack}`));
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${name}: ${checked - before} checks, ${faults - failed} faults, ${seconds} s`);
}
process.exit(faults ? 1 : 0);
