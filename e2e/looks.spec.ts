// The owner's theme on every page. A run tries four accents (one in CI); `make looks` tries forty.
import type { Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages, words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { shelves, white } from "./paint.ts";
import { sound } from "./sound.ts";

/** Random colours, the same in every run. */
function colours(count: number): string[] {
  let state = 11;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, "0").toUpperCase()}`;
  });
}

test.describe.configure({ mode: "parallel" });

const accents = colours(Number(process.env.LOOKS ?? (process.env.CI ? 1 : 4)));
const paths = [
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/blog/reviews-and-replies",
  "/download",
  "/privacy",
  "/services/quote",
  "/nothing-here",
];
const shapes = ["pill", "rounded", "square"];
const backdrops = ["particles", "plain", "glow"];

/** Pairs of text and background. axe cannot judge text on a gradient. */
const written = [
  ["on-gold", "gold"],
  ["on-gold", "gold-light"],
  ["ink", "page"],
  ["muted", "page"],
  ["gold-ink", "page"],
  ["chat", "page"],
] as const;

/** The colours of the pairs in the browser, in the same order. */
const pairs = (page: Page) =>
  page.evaluate((written) => {
    const style = getComputedStyle(document.documentElement);
    const bytes = (token: string) => {
      const [, hex = ""] = /^#([\da-f]+)$/i.exec(style.getPropertyValue(`--color-${token}`)) ?? [];
      const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
      return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
    };
    return written.map((pair) => pair.map(bytes));
  }, written);

const linear = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r = 0, g = 0, b = 0]: readonly number[]) =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = ([one = [], other = []]: readonly (readonly number[])[]) => {
  const both = [luminance(one), luminance(other)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
};

async function readable(page: Page, what: string) {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const found = await violations(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  const faults = found.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`));
  for (const [index, pair] of (await pairs(page)).entries()) {
    if (!(contrast(pair) >= 4.5)) faults.push(`${written[index]?.join(" on ")}: ${contrast(pair)}`);
  }
  expect(faults, what).toEqual([]);
}

async function upload(page: Page, baseURL: string, picture: Buffer): Promise<string> {
  const answer = await page.context().request.post(`${baseURL}/api/v1/media?folder=profile_images`, {
    data: picture,
    headers: { "Content-Type": "image/png" },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).url;
}

for (const [number, accent] of accents.entries()) {
  for (const mode of ["light", "dark"]) {
    test.describe(`${accent} ${mode}`, () => {
      test.use({ expectedErrors: [/404/], contextOptions: { reducedMotion: "reduce" } });

      test("every page and dialog has enough contrast", async ({ page, site, signIn }) => {
        await signIn();
        const [shape, backdrop] = [shapes[number % 3], backdrops[number % 3]];
        await saveSite(page, site, { looks: { accent, mode, shape, backdrop } });
        const lang = languages[number % 3] ?? "en";
        for (const path of paths) {
          await page.goto(at(lang, path));
          await expect(page.locator("#look")).toHaveCount(1);
          await readable(page, `${accent} ${mode} ${path}`);
        }
        await page.goto(at(lang, "/services"));
        await page.locator("main button[aria-haspopup=dialog]").first().click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        await dialog.locator("button[type=submit]").click();
        await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
        await readable(page, `${accent} ${mode} dialog with errors`);
      });
    });
  }
}

test("text without enough contrast is detected", async ({ page }) => {
  await page.goto("/");
  for (const token of ["muted", "gold-ink", "on-gold"]) {
    await page.evaluate((token) => {
      document.documentElement.removeAttribute("style");
      document.documentElement.style.setProperty(`--color-${token}`, "#E0E0E0");
    }, token);
    await expect(readable(page, token), token).rejects.toThrow(token);
  }
});

test("the default theme adds no style and has the default colours", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#look")).toHaveCount(0);
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const names = [
      "gold",
      "gold-light",
      "gold-deep",
      "gold-ink",
      "ink",
      "muted",
      "faint",
      "ivory",
      "line",
      "edge",
      "chat",
    ];
    return names.map((name) => style.getPropertyValue(`--color-${name}`));
  });
  expect(tokens).toEqual([
    "#daa520",
    "#e9bc45",
    "#b8860b",
    "#7a5a0a",
    "#1c1917",
    "#57534e",
    "#a8a29e",
    "#fffbf2",
    "#efe4c8",
    "#8a7f66",
    "#0e7a4b",
  ]);
});

test("a dark page with a cover has no layout shift and does not load the particles' script", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  const cover = await upload(page, site.baseURL, shelves());
  await saveSite(page, site, { looks: { accent: "#1F5FC4", mode: "dark", shape: "square", cover, backdrop: "plain" } });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.addInitScript(() => {
    // What moved, from where to where.
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    type Moved = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    const describe = ({ node, previousRect, currentRect }: Moved) => [
      node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent,
      previousRect,
      currentRect,
    ];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: Moved[] })[]) {
        shifts.push(JSON.stringify(entry.sources.map(describe)));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await page
    .locator("header img")
    .first()
    .evaluate((image: HTMLImageElement) => image.decode());
  await page.waitForLoadState("networkidle");
  await sound(page);
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  expect(scripts.filter((url) => url.includes("particles"))).toEqual([]);
  const box = await page.locator("div:has(> img[data-reveal])").boundingBox();
  expect(box?.width).toBe(112);
});

test("a white cover is darkened, so that white letters are readable", async ({ page, site, signIn }) => {
  await signIn();
  const cover = await upload(page, site.baseURL, white());
  await saveSite(page, site, { looks: { cover } });
  await page.goto("/");
  await page
    .locator("header img")
    .first()
    .evaluate((image: HTMLImageElement) => image.decode());
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveCSS("color", "rgb(255, 255, 255)");
  // The lower corner of the heading's box shows the background.
  const box = await heading.boundingBox();
  if (!box) throw new Error("no heading");
  const corner = await page.screenshot({
    clip: { x: box.x, y: box.y + box.height - 2, width: 2, height: 2 },
    scale: "css",
  });
  const level = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const context = new OffscreenCanvas(2, 2).getContext("2d");
    context?.drawImage(image, 0, 0);
    return Math.max(...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [255]));
  }, corner.toString("base64"));
  expect(level, "4.5:1 to white").toBeLessThanOrEqual(118);
});

test("with the theme mode 'phone', the page and the browser's bars follow the phone's colour scheme", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await saveSite(page, site, { looks: { accent: "#10B981", mode: "phone" } });
  const root = page.locator("html");
  const bars = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
      return all.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
    });
  for (const [colorScheme, colour, bar] of [
    ["dark", "rgb(11, 18, 14)", "#0B120E"],
    ["light", "rgb(255, 255, 255)", "#FFFFFF"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    await expect(root).toHaveCSS("background-color", colour);
    expect(await bars()).toEqual([bar]);
    await sound(page);
  }
});

test("an open page gets the new theme when its visitor returns", async ({ page, site, signIn }) => {
  await signIn();
  await page.goto("/");
  // A touch hydrates the page, which otherwise waits until the browser is idle.
  await page.getByRole("heading", { name: "Digital Market" }).tap();
  await page.waitForFunction(() => !window.__early);
  const root = page.locator("html");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  for (const [looks, colour] of [
    [{ accent: "#10B981", mode: "dark" }, "rgb(11, 18, 14)"],
    [{ accent: "#DAA520", mode: "light" }, "rgb(255, 255, 255)"],
  ] as const) {
    await saveSite(page, site, { looks });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(root).toHaveCSS("background-color", colour);
  }
});

test("the preview shows every choice before saving, and a reset restores the default theme", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/edit-looks");
  const t = words.en;
  const frame = page.frameLocator("iframe");
  const root = frame.locator("html");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.getByLabel(t["looks.colourCode"]).fill("10b981");
  await page.getByText(t["field.mode.option.dark"], { exact: true }).click();
  await expect(root).toHaveCSS("background-color", "rgb(11, 18, 14)");
  await page.getByText(t["field.shape.option.square"], { exact: true }).click();
  await page.getByText(t["field.mainAction.option.call"], { exact: true }).click();
  const main = frame.locator("header a[href^='tel:']");
  await expect(main).toHaveCSS("border-radius", "2px");
  await expect(page.getByText(t["looks.readable"])).toBeVisible();
  await page.getByRole("button", { name: t["screen.looks.reset"] }).click();
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(main).toHaveCSS("border-radius", "9999px");
  await page.getByText(t["field.accent.option.#1F5FC4"], { exact: true }).click();
  await page.getByRole("button", { name: t["admin.save"] }).click();
  await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.locator("main header a[href^='tel:']")).toHaveCSS("color", "rgb(255, 255, 255)");
});
