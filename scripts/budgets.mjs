// Measures the size of visitors' downloads (brotli) and fails if one exceeds its budget.
// Usage: scripts/with-postgres node scripts/budgets.mjs
import { existsSync, readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import { fields } from "../web/src/api/fields.gen.ts";
import { openSite, signedIn } from "./site.ts";

const KB = 1024;
// A document fits into TCP's initial window of ten packets: 14,600 bytes, of which headers take less than 1 KB.
// The rules that draw a theme may take half a kilobyte more.
const budget = {
  html: 13.25 * KB,
  themed: 13.75 * KB,
  script: 70 * KB,
  lazy: 25 * KB,
  css: 7.5 * KB,
  block: 150,
  admin: 150 * KB,
};
/** The loader is inlined in every document. It starts the page and counts visits. */
const loader = 1498 + 0.6 * KB;
const dist = join(import.meta.dirname, "../web/dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const entry = "src/entry-public.tsx";
const pages = manifest[entry].dynamicImports.filter((key) => key.startsWith("src/pages/"));
/** Chunks that the entry loads on every page. */
const always = [entry, ...manifest[entry].dynamicImports.filter((key) => !pages.includes(key))];
const documents = [
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/blog/whatsapp-shop-window",
  "/portfolio/saree-retailer-surat-social",
  "/download",
  "/privacy",
  "/no-such-page",
].flatMap((path) => ["", "/hi", "/gu"].map((lang) => (lang && path === "/" ? lang : lang + path)));

const rows = [];
const weigh = (what, bytes, limit) => rows.push({ what, bytes, limit });

/** The size of a file as the server sends it: its compressed twin, or the file itself if there is none. */
function weight(file) {
  const path = join(dist, file);
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : statSync(path).size;
}

/** These chunks and all that they import statically. */
function closure(keys, into = new Set()) {
  for (const key of keys) {
    if (into.has(key)) continue;
    into.add(key);
    closure(manifest[key].imports ?? [], into);
  }
  return into;
}

const total = (keys) => [...keys].reduce((sum, key) => sum + weight(manifest[key].file), 0);
const publicChunks = new Set();
for (const page of pages) {
  const initial = closure([...always, page]);
  weigh(`script ${page.slice("src/pages/".length)}`, total(initial), budget.script);
  // Everything reachable by import() from here, without the chunks that the page already has.
  const queue = [...initial];
  for (let key = queue.pop(); key; key = queue.pop()) {
    for (const lazy of manifest[key].dynamicImports ?? []) {
      if (pages.includes(lazy) || always.includes(lazy) || publicChunks.has(lazy)) continue;
      publicChunks.add(lazy);
      const extra = closure([lazy]).difference(initial);
      weigh(`lazy ${manifest[lazy].name}`, total(extra), budget.lazy);
      queue.push(...extra);
    }
  }
}
const styles = new Set([...closure([...always, ...pages, ...publicChunks])].flatMap((key) => manifest[key].css ?? []));
for (const file of styles)
  weigh(
    `css ${file.replace(/-[^-]+\.css$/, ".css")}`,
    brotliCompressSync(readFileSync(join(dist, file))).length,
    budget.css,
  );
weigh("loader, not compressed", statSync(join(dist, "server/loader.js")).size, loader);

/** A page is gzipped at first. After the second request, the server replaces gzip with brotli in the background. */
async function smallestSize(url) {
  for (;;) {
    const { bytes, encoding } = await fetchSize(url);
    if (encoding === "br") return bytes;
    await sleep(100);
  }
}

function fetchSize(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "br, gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part) => {
        bytes += part.length;
      });
      answer.on("end", () => resolve({ bytes, encoding: answer.headers["content-encoding"] }));
    }).on("error", reject);
  });
}

/** Adds the owner's links number `from` to `to` to the home page, each with its own words, address and icon. */
async function addLinks(site, from, to) {
  const sounds = ["ka", "ri", "mo", "su", "ta", "le", "ni", "po", "va", "du", "ge", "hi"];
  let seed = from + 1;
  const random = (most) => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  };
  const word = () => Array.from({ length: 2 + random(3) }, () => sounds[random(sounds.length)]).join("");
  const text = (count) => Array.from({ length: count }, word).join(" ");
  const icons = ["Gift", "Cake", "Store", "Tag", "Star", "Truck", "Camera", "Leaf"];
  for (let n = from; n < to; n++)
    await site.sql(
      "insert into blocks (id, kind, title, description, address, icon, accent, position) values ($1, 'link', $2, $3, $4, $5, 'no', $6)",
      [`n${n}`, text(2), text(4), `https://${word()}.in/${word()}`, icons[random(icons.length)], 100 + n],
    );
  await site.sql("update site_version set version = version + 1");
  await site.restart();
}

/** The largest document of the site with a theme. */
async function largestWith(site, { save }, theme, own) {
  await save({ looks: { ...own, theme } });
  await site.restart();
  const sizes = [];
  for (const path of ["/", "/gu", "/gu/services", "/gu/blog/whatsapp-shop-window"])
    sizes.push(await smallestSize(site.baseURL + path));
  return Math.max(...sizes);
}

/**
 * The scripts that the document of the owner's app references. Texts and headers come on top: `make first-load`
 * measures the total, which should stay below 180 KB.
 */
async function adminScripts(site) {
  const document = await (await fetch(`${site.baseURL}/admin/dashboard`)).text();
  return new Set([...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path.slice(1)));
}

const site = await openSite();
try {
  const ofAdmin = await adminScripts(site);
  if (ofAdmin.size < 5) throw new Error("the document of the owner's app references no scripts");
  weigh(
    "scripts of the owner's Home",
    [...ofAdmin].reduce((sum, file) => sum + weight(file), 0),
    budget.admin,
  );
  for (const path of documents) weigh(`document ${path}`, await smallestSize(site.baseURL + path), budget.html);
  const owner = await signedIn(site);
  const { sona, ...themes } = fields.theme.sets;
  for (const [theme, own] of Object.entries(themes))
    weigh(`largest document in ${theme}`, await largestWith(site, owner, theme, own), budget.themed);
  await owner.save({ looks: { ...sona, theme: "sona" } });
  await addLinks(site, 0, 100);
  const before = await smallestSize(site.baseURL);
  await addLinks(site, 100, 200);
  weigh("each block beyond a hundred", ((await smallestSize(site.baseURL)) - before) / 100, budget.block);
} finally {
  await site.close();
}

const kb = (bytes) => (bytes / KB).toFixed(bytes < KB ? 3 : 1).padStart(7);
console.log(`${"brotli KB".padEnd(34)}${"size".padStart(7)}${"limit".padStart(9)}`);
for (const { what, bytes, limit } of rows)
  console.log(`${what.padEnd(34)}${kb(bytes)}  ${kb(limit)}${bytes > limit ? "  OVER" : ""}`);
process.exit(rows.some(({ bytes, limit }) => bytes > limit) ? 1 : 0);
