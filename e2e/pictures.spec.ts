// The preview equals the page: a screenshot of a change's preview is a screenshot of the page after the save.
import type { Page } from "@playwright/test";
import { fields } from "../web/src/api/fields.gen.ts";
import { expect, test } from "./fixtures.ts";
import { at, looked } from "./languages.ts";
import { saveSite } from "./owner.ts";

type Field = {
  path: string;
  kind: string;
  localized: boolean;
  default: string;
  options?: readonly string[];
  step?: number;
};
const all = Object.entries<Field>(fields);

const english: Record<string, (key: string) => string> = {
  text: (key) => `Loom ${key}`,
  multiline: (key) =>
    key === "businessHours"
      ? "Monday to Saturday: 10:00 AM to 8:00 PM\nSunday: Closed"
      : "Ring Road\nSurat, Gujarat 395003\nIndia",
  url: (key) => (key === "whatsapp" ? "https://wa.me/919898000001" : `https://loom.example/${key}`),
  phone: () => "+91 98980 00001",
  email: () => "loom@example.in",
  range: () => "260",
  swatch: () => "#1E40AF",
  image: () => "/placeholder.svg",
};

const gujarati: Record<string, (key: string) => string> = {
  text: (key) => `હાથવણાટની દુકાન ${key}`,
  multiline: (key) =>
    key === "businessHours"
      ? "સોમવારથી શનિવાર: સવારે 10:00 થી રાત્રે 8:00\nરવિવાર: બંધ"
      : "રિંગ રોડ\nસુરત, ગુજરાત 395003\nભારત",
};

/** Arranges values as the API expects them. */
function tree(values: Record<string, string>): Record<string, unknown> {
  const site: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const { path, kind } = (fields as Record<string, Field>)[key] as Field;
    const [first = "", second] = path.split(".");
    const given = kind === "range" ? Number(value) : value;
    site[first] = second ? { ...(site[first] as object), [second]: given } : given;
  }
  return site;
}

const written = all.filter(
  ([key, { kind }]) => english[kind] && key !== "backdropImage" && key !== "cover" && key !== "logoImage",
);
const words = Object.fromEntries(written.map(([key, { kind }]) => [key, english[kind]?.(key) ?? ""]));
const inGujarati = Object.fromEntries(
  written.filter(([, { localized }]) => localized).map(([key, { kind }]) => [key, gujarati[kind]?.(key) ?? ""]),
);

const switches = all.map(([key]) => key).filter((key) => /^show[A-Z]/.test(key) && key !== "showDownload");

/** Hides every second part and shows the others. */
const half = (left: number) => Object.fromEntries(switches.map((key, i) => [key, i % 2 === left ? "no" : "yes"]));

/** Every field of every screen, in sets. Each set is saved on top of those before it. */
const changes: Record<string, Record<string, string>> = {
  "every text, address and picture": { ...words, named: "yes" },
  "another colour, shape and background": { accent: "#8B2F6F", shape: "square", backdrop: "glow", mainAction: "call" },
  "dark, with a cover": {
    mode: "dark",
    shape: "rounded",
    backdrop: "plain",
    cover: "/placeholder.svg",
    mainAction: "quote",
  },
  "a photo behind it": {
    mode: "light",
    backdrop: "photo",
    backdropImage: "/placeholder.svg",
    cover: "",
    mainAction: "shop",
  },
  "another order, half left out": {
    socialOrder: "whatsapp,website,twitter,linkedin,facebook,youtube,instagram",
    ...half(1),
  },
  "the other half left out": half(0),
};

/** The preview's frame has its own width. In a window, the document needs this tag to be as wide as the phone. */
const asOnAPhone = '<meta name="viewport" content="width=device-width,initial-scale=1">';

/** Hides the moving particles. */
const still = "canvas { visibility: hidden !important }";

async function picture(page: Page, path: string): Promise<Buffer> {
  await page.goto(path);
  await page.waitForFunction(() => !window.__early); // "Open now" and the like are rendered
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ fullPage: true, animations: "disabled", style: still });
}

/** The number of different pixels, or the two sizes if those differ; empty if the pictures are equal. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<string> {
  if (one.equals(other)) return "";
  return page.evaluate(
    async (sources) => {
      const drawn = await Promise.all(
        sources.map(async (source) => {
          const image = await createImageBitmap(await (await fetch(source)).blob());
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [a, b] = drawn;
      if (!a || !b || a.width !== b.width || a.height !== b.height)
        return `${a?.width}×${a?.height}, not ${b?.width}×${b?.height}`;
      let differing = 0;
      for (let i = 0; i < a.data.length; i += 4)
        if (a.data[i] !== b.data[i] || a.data[i + 1] !== b.data[i + 1] || a.data[i + 2] !== b.data[i + 2]) differing++;
      return differing ? `${differing} pixels` : "";
    },
    [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`),
  );
}

// As dense as a phone's screen. The page's content security policy would refuse the added style.
test.use({ deviceScaleFactor: 2, contextOptions: { reducedMotion: "reduce" }, bypassCSP: true });

for (const lang of looked.filter((lang) => lang !== "hi"))
  for (const [index, [what, values]] of Object.entries(changes).entries())
    test(`E1 in ${lang} the preview looks like the page after the save: ${what}`, async ({
      page,
      signIn,
      site,
    }, info) => {
      await signIn();
      const former = Object.values(changes).slice(0, index);
      const inOther = { gu: inGujarati };
      if (former.length > 0) await saveSite(page, site, tree(Object.assign({}, ...former)), inOther);
      const changed = tree(values);
      const translations = former.length > 0 ? {} : inOther;
      const before = new Map<string, Buffer>();
      for (const path of ["/", "/download"]) {
        const answer = await page.request.post(`/api/v1/preview?path=${encodeURIComponent(path)}&lang=${lang}`, {
          data: { site: changed, translations },
        });
        expect(answer.status(), await answer.text()).toBe(200);
        const { html, style } = await answer.json();
        await page.route("**/as-previewed", (route) =>
          route.fulfill({
            contentType: "text/html; charset=utf-8",
            body: html.replace("</head>", `${asOnAPhone}<style>${style}</style></head>`),
          }),
        );
        before.set(path, await picture(page, "/as-previewed"));
        await page.unroute("**/as-previewed");
      }
      await saveSite(page, site, changed, translations);
      const scratch = await page.context().newPage();
      await scratch.goto("about:blank");
      for (const path of ["/", "/download"]) {
        const after = await picture(page, at(lang, path));
        const previewed = before.get(path) as Buffer;
        const differs = await difference(scratch, previewed, after);
        if (differs) {
          await info.attach("previewed", { body: previewed, contentType: "image/png" });
          await info.attach("shown", { body: after, contentType: "image/png" });
        }
        expect.soft(differs, at(lang, path)).toBe("");
      }
    });
