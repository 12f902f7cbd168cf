// Stores payloads of internal/testkit/hostile in every text field and opens every document with them in Chromium, with
// the content security policy off and on. No payload may run or add an element. Every run uses a sample of them;
// `make corpus` uses all (CORPUS_FROM and CORPUS_SOME select a part).
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import openapi from "../api/openapi.json" with { type: "json" };
import { type Mailbox, openMailbox, openSite, type Site } from "../scripts/site.ts";
import { adminPaths } from "./admin-paths.ts";
import { alarmSecret, fillPast, fillThrough, sendLeads, storable, unknownTables } from "./corpus/fill.ts";
import { canary, type Payload, payloads, sampleOf } from "./corpus/payloads.ts";
import { Watch } from "./corpus/watch.ts";
import { at, languages } from "./languages.ts";

const whole = process.env.CORPUS === "all";
const from = Number(process.env.CORPUS_FROM ?? 0);
const some = Number(process.env.CORPUS_SOME ?? 0);
const batchSize = 195;

const program = join(import.meta.dirname, "../bin/parichay");

let site: Site;
let mailbox: Mailbox;

test.use({ trace: "off", screenshot: "off" });

test.beforeAll(async () => {
  mailbox = await openMailbox();
  site = await openSite({
    ...mailbox.settings,
    PARICHAY_TRUSTED_PROXIES: "127.0.0.1/32",
    PARICHAY_LEADS_AN_HOUR: "1000000", // every lead sends a mail
  });
});
test.afterAll(async () => {
  mailbox.close();
  await site.close();
});

const pages = [
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/download",
  "/privacy",
  "/services/quote",
  "/portfolio/request",
];
const files = [
  ...languages.flatMap((lang) => [
    at(lang, "/feed.xml"),
    at(lang, "/contact.vcf"),
    at(lang, "/manifest.webmanifest"),
    at(lang, "/qr/print.svg"),
  ]),
  "/admin/manifest.webmanifest",
  "/sitemap.xml",
  "/sitemap/0.xml",
  "/llms.txt",
  "/robots.txt",
  "/.well-known/security.txt",
  "/favicon.ico",
  "/icon/512.png",
];

/** Every GET route of the API as a path to open. Event streams are left out, because they never end. */
function readings(lead: string): string[] {
  const example: Record<string, string> = {
    lead,
    code: "raw0",
    posts: "raw-0",
    portfolio: "raw-0",
    blocks: "raw-0",
    services: "raw-0",
  };
  const all: string[] = [];
  for (const [path, item] of Object.entries(openapi.paths)) {
    if (!("get" in item) || path.endsWith("/events") || path.endsWith("/export")) continue;
    const list = path.split("/").at(-2) ?? "";
    all.push(
      path
        .replace("{id}", list === "leads" ? lead : (example[list] ?? "raw-0"))
        .replace("{code}/{file}", "raw0/print.svg") +
        (path.endsWith("/page") ? "?path=/blog/raw-1" : path.endsWith("/uses") ? "?url=/media/posts/x.jpg" : ""),
    );
  }
  for (const subject of ["site", "posts", "portfolio", "services", "faq", "blocks"])
    all.push(`/api/v1/revisions?subject=${subject}${subject === "site" ? "" : "&id=raw-0"}`);
  for (const format of ["csv", "json"]) all.push(`/api/v1/leads/export?format=${format}`);
  for (const report of ["channels", "campaigns", "links", "pages", "codes", "left"])
    all.push(`/api/v1/stats/export?report=${report}`);
  return all;
}

/** Paths with a payload that the response may repeat. */
const echoes = [
  (text: string) => `/${text}`,
  (text: string) => `/?src=${text}&utm_campaign=${text}`,
  (text: string) => `/blog?shown=${text}`,
  (text: string) => `/portfolio?page=${text}`,
  (text: string) => `/gu/${text}`,
  (text: string) => `/draft/${text}`,
  (text: string) => `/report#${text}`,
  (text: string) => `/admin/sign-in?next=${text}`,
  (text: string) => `/api/v1/page?path=${text}`,
  (text: string) => `/api/v1/posts/${text}`,
  (text: string) => `/q/${text}`,
  (text: string) => `/blog/${text}`,
];
const ownEchoes = [
  (text: string) => `/admin/inbox?q=${text}`,
  (text: string) => `/admin/inbox?lead=${text}`,
  (text: string) => `/admin/edit-blog?item=${text}`,
];

type Round = { number: number; batch: Payload[]; leads: string[] };

/** Screens and pages that must show a payload as text, which proves that it was rendered and did not run. */
const telling = new Set([
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/download",
  "/admin/inbox",
  "/admin/codes",
  "/admin/media",
  "/admin/insights",
  "/admin/account",
  "/admin/history",
]);

/** Opens every document with stored texts; for a sample, only those that most people see. */
async function walk(watch: Watch, { batch, leads, number }: Round) {
  const off = watch.policy === "off";
  const raw = batch.map((_, i) => `raw-${i}`);
  for (const lang of whole || off ? languages : (["en"] as const)) {
    for (const path of pages) {
      await watch.visit(at(lang, path));
      if (telling.has(path)) await watch.reads(canary);
    }
  }
  const screens = whole
    ? adminPaths
    : adminPaths.filter((path) => /dashboard|inbox|history|codes|media|insights|account/.test(path));
  if (whole || off) {
    for (const path of screens) {
      await watch.visit(path);
      if (telling.has(path)) await watch.reads(canary);
    }
    for (const id of [...leads.slice(0, whole ? 6 : 1), ...leads.slice(-2)])
      await watch.visit(`/admin/inbox?lead=${id}`);
    for (const id of raw.slice(number % 5, (number % 5) + (whole ? 3 : 1))) {
      for (const list of ["blog", "portfolio", "services", "faq", "blocks"])
        await watch.visit(`/admin/edit-${list}?item=${id}`);
    }
    await watch.visit(`/admin/not-me#${alarmSecret}`);
    for (const [i, echo] of ownEchoes.entries()) {
      if (whole) await watch.visit(echo(encodeURIComponent(batch[i]?.text.slice(0, 500) ?? "")));
    }
  }
  // From here on, only the server's response matters, so our scripts are blocked.
  for (const [i, { text }] of batch.entries()) {
    if (!off || (!whole && i % 5)) continue;
    const encoded = encodeURIComponent(storable(text).slice(0, 1500)).replace(/'/g, "%27");
    await watch.visit(echoes[(i + number) % echoes.length]?.(encoded) ?? "/", false);
  }
  for (const lang of whole ? languages : []) {
    for (let n = 2; n <= Math.ceil(batch.length / 24); n++)
      await watch.visit(`${at(lang, "/portfolio")}?page=${n}`, false);
    for (let shown = 40; shown < batch.length + 40; shown += 40)
      await watch.visit(`${at(lang, "/blog")}?shown=${shown}`, false);
  }
  // Every payload is opened as an article; a third of them also as a case study, a service and a generated picture.
  for (const [i, id] of raw.entries()) {
    const [lang, other] = [languages[i % 3] ?? "en", languages[(i + 1) % 3] ?? "en"];
    if (whole || off) await watch.visit(at(lang, `/blog/${id}`), false);
    if (!whole || !off || i % 3) continue;
    const drawn = ["cover/blog", "cover/portfolio", "card/blog"][(i % 9) / 3] ?? "";
    await watch.visit(at(other, `/portfolio/${id}`), false);
    await watch.visit(at(other, `/services/${id}`), false);
    await watch.visit(`/${drawn}/${id}/x.${drawn.startsWith("card") ? "jpg" : "svg"}`, false);
  }
  if (!whole && !off) return;
  for (const path of files) await watch.visit(path, false);
  for (const path of readings(leads[0] ?? "1")) await watch.visit(path, false);
}

/** Opens responses to forms, previews, draft links and mails. */
async function walkOthers(watch: Watch, { batch, leads }: Round) {
  const { request } = watch.context;
  for (const [i, { text }] of batch.entries()) {
    if (i % (whole ? 5 : 25)) continue;
    const form = {
      name: text,
      phone: text,
      email: text,
      message: text,
      company: text,
      source: text,
      services: text,
      token: text,
    };
    const path = at(languages[i % 3] ?? "en", i % 2 ? "/services/quote" : "/portfolio/request");
    const headers = { Origin: site.baseURL, "X-Forwarded-For": `10.${i % 250}.${i}.1` };
    let answer = await request.post(path, { form, headers });
    for (let tries = 0; answer.status() === 503 && tries < 20; tries++)
      answer = await request.post(path, { form, headers });
    expect(answer.status(), `${path} with ${text}`).toBeLessThan(500);
    await watch.show(`${path} sent back`, await answer.body(), answer.headers()["content-type"] ?? "");
  }
  for (const path of ["/", "/services", "/blog", "/download"]) {
    const data = { revision: 1, site: { brandName: batch[0]?.text, tagline: batch[1]?.text }, translations: {} };
    let html = "";
    // A busy server may answer 503.
    await expect(async () => {
      const headers = { Origin: site.baseURL };
      const answer = await request.post(`/api/v1/preview?lang=gu&path=${path}`, { data, headers });
      expect(answer.status()).toBe(200);
      html = (await answer.json()).html;
    }).toPass();
    expect(html).not.toMatch(/<script/i);
    await watch.show(`preview of ${path}`, html, "text/html; charset=utf-8");
  }
  const draft = await request.post("/api/v1/posts/raw-1/link", { headers: { Origin: site.baseURL } });
  expect(draft.status(), "a link to a draft").toBe(201);
  await watch.visit(new URL((await draft.json()).url).pathname);
  const contents: string[] = [];
  for (const [i] of batch.entries()) {
    const answer = await request.get(`/api/v1/posts/raw-${i}?lang=${languages[i % 3]}`);
    contents.push((await answer.json()).content ?? "");
  }
  expect(contents.filter((html) => html.startsWith("<p>Begun</p>")).length, "stored articles").toBe(batch.length);
  await watch.insert("articles inserted by a script", contents);

  const before = (await (await fetch(mailbox.page)).text()).split("<article>").length;
  for (const id of leads.slice(0, 3)) {
    await site.sql("select enqueue_job('lead_notice', jsonb_build_object('id', $1::bigint), 'mail', 5)", [id]);
  }
  const come = async () => (await (await fetch(mailbox.page)).text()).split("<article>").length;
  await expect.poll(come).toBeGreaterThan(before);
  const box = await (await fetch(mailbox.page)).text();
  await watch.show("mails", box.replace(/<meta http-equiv[^>]*>/, ""), "text/html; charset=utf-8");
}

/** Opens the files of an export. */
async function walkExport(watch: Watch, most: number) {
  const folder = await mkdtemp(join(tmpdir(), "parichay-corpus-"));
  try {
    const env = {
      ...process.env,
      PARICHAY_DATABASE_URL: site.databaseURL,
      PARICHAY_MEDIA: `file:${site.media}`,
      PARICHAY_BASE_URL: site.baseURL,
    };
    await promisify(execFile)(program, ["export", "--to", join(folder, "all")], { env });
    const names = (await readdir(join(folder, "all"), { recursive: true })).filter((name) =>
      /\.(html|svg|json|csv|xml|txt|vcf)$/.test(name),
    );
    const step = Math.max(1, Math.floor(names.length / most));
    for (const [i, name] of names.entries()) {
      if (i % step && !/index\.html$|\.(json|csv)$/.test(name)) continue;
      const type = {
        html: "text/html; charset=utf-8",
        svg: "image/svg+xml",
        json: "application/json",
        csv: "text/csv",
        xml: "application/xml",
        txt: "text/plain",
        vcf: "text/vcard",
      }[name.split(".").at(-1) ?? ""];
      await watch.show(`export/${name}`, await readFile(join(folder, "all", name)), type ?? "");
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("a payload that runs in an unprotected page is detected", async ({ browser }) => {
  const watch = await Watch.open(browser, site, "off");
  for (const { text } of payloads.filter(({ kind }) => kind === "plain").slice(0, 3)) {
    const before = watch.found.length;
    await watch.show(text, `<!doctype html><body><div id="root">${text}`, "text/html; charset=utf-8");
    await expect.poll(() => watch.found.slice(before).map(({ what }) => what)).toContain("ran");
  }
  const before = watch.found.length;
  await watch.show("a link", '<a href="javascript:__x()">c</a><math><mi>x</mi></math>', "text/html; charset=utf-8");
  await expect
    .poll(() => watch.found.slice(before).map(({ what }) => what.split(":")[0]))
    .toEqual(expect.arrayContaining(["ran", "address of javascript", "unexpected element"]));
  await watch.close();
});

test("no stored payload runs in any document", async ({ browser }) => {
  test.slow(); // three hundred documents in two browsers
  if (whole) test.setTimeout(3 * 3600_000);
  expect(await unknownTables(site), "tables that e2e/corpus/fill.ts does not know how to fill").toEqual([]);
  const chosen = whole ? payloads.slice(from, some ? from + some : undefined) : sampleOf(40);
  const watches = await Promise.all((["off", "on"] as const).map((policy) => Watch.open(browser, site, policy)));
  const [off] = watches as [Watch, Watch];
  for (const watch of watches) await watch.signIn();
  const total = { sent: 0, refused: 0, cleaned: 0, stored: 0 };
  let columns = 0;
  let messages = 0;
  const began = Date.now();
  const wrong: string[] = [];
  for (let number = 0; number * batchSize < chosen.length; number++) {
    const batch = chosen.slice(number * batchSize, (number + 1) * batchSize);
    for (const watch of watches) await watch.confirm();
    const reported = watches.map(({ found }) => found.length);
    const through = await fillThrough(
      site,
      await off.cookie(),
      number,
      whole ? batch : batch.filter((_, i) => i % 10 === 0),
    );
    wrong.push(...through.wrong);
    for (const key of ["sent", "refused", "cleaned", "stored"] as const) total[key] += through.tally[key];
    columns = await fillPast(site, number, batch);
    messages += await sendLeads(site, number, batch);
    const leads = (await site.sql<{ id: string }>("select id from feedback order by id")).map(({ id }) => id);
    const round = { number, batch, leads };
    await Promise.all(watches.map((watch) => walk(watch, round)));
    await off.confirm(); // on a slow host the walk takes longer than a confirmation lasts
    await walkOthers(off, round);
    if (whole) await walkExport(off, 60);
    const found = watches.flatMap((watch) => watch.found);
    if (whole) {
      const opened = watches.reduce((sum, watch) => sum + watch.opened, 0);
      process.stdout.write(
        `round ${number + 1}: ${batch.length} payloads, ${opened} documents so far, ${found.length} findings, ${Math.round((Date.now() - began) / 1000)} s\n`,
      );
      for (const [i, watch] of watches.entries())
        for (const finding of watch.found.slice(reported[i]).slice(0, 5))
          process.stdout.write(`${JSON.stringify(finding)}\n`);
    }
  }
  const found = watches.flatMap((watch) => watch.found);
  const opened = watches.reduce((sum, watch) => sum + watch.opened, 0);
  process.stdout.write(
    `corpus: ${chosen.length} of ${payloads.length} payloads, ${columns} columns filled directly; through the server ${total.sent} values sent, ${total.refused} refused, ${total.stored} stored, ${total.cleaned} articles cleaned, ${messages} leads stored; ${opened} documents opened with the policy off and on; ran: ${found.filter(({ what }) => what === "ran").length}, other findings: ${found.filter(({ what }) => what !== "ran").length}; ${Math.round((Date.now() - began) / 1000)} s\n`,
  );
  expect(wrong).toEqual([]);
  expect(found.slice(0, 40)).toEqual([]);
  await Promise.all(watches.map((watch) => watch.close()));
});
