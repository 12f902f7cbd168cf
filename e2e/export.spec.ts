// The export: the owner's download, and the copy of the public pages on any file server.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "./fixtures.ts";
import { saveSite } from "./owner.ts";

const types: Record<string, string> = {
  ".html": "text/html",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
};

/** A static file server, with the copy in a folder below its root. */
async function fileServer(folder: string) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://copy").pathname.replace(/^\/below\//, "");
    try {
      const body = await readFile(join(folder, normalize(decodeURIComponent(path))));
      response.setHeader("Content-Type", types[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("the owner downloads everything as one zip", async ({ page, site, signIn }) => {
  await signIn();
  await page.goto("/admin/account");
  const panel = page.getByRole("region", { name: "Take everything with you" });
  await panel.scrollIntoViewIfNeeded();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^parichay-.*-export\.zip$/);
  const zip = (await readFile(await download.path())).toString("latin1");
  for (const name of [
    "manifest.json",
    "data/feedback.json",
    "data/posts.csv",
    "site/index.html",
    "site/gu/index.html",
  ]) {
    expect(zip).toContain(name);
  }
  expect(zip).not.toContain(site.owner.password);
});

test("the copy of the public pages works in a folder of any file server", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, {
    brandName: "Loom Weavers",
    socialLinks: { whatsapp: "https://wa.me/919825012345" },
  });
  await site.sql("update posts set sample = false");
  await site.sql("update services set sample = false");
  await site.sql("update portfolio_items set sample = false");
  await site.sql("update site_version set version = version + 1");
  const folder = await mkdtemp(join(tmpdir(), "parichay-export-"));
  const env = {
    ...process.env,
    PARICHAY_DATABASE_URL: site.databaseURL,
    PARICHAY_MEDIA: `file:${site.media}`,
    PARICHAY_BASE_URL: site.baseURL,
  };
  await promisify(execFile)(join(import.meta.dirname, "../bin/parichay"), ["export", "--to", join(folder, "all")], {
    env,
  });
  const copy = await fileServer(join(folder, "all", "site"));
  try {
    const asked: string[] = [];
    const failed: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("response", (response) => response.status() !== 200 && failed.push(response.url()));
    const seen = new Set<string>();
    const queue = [`${copy.origin}/below/index.html`];
    const outside = new Set<string>();
    for (let at = queue.pop(); at; at = queue.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (!at.endsWith(".html")) {
        const answer = await fetch(at);
        if (answer.status !== 200) failed.push(at);
        continue;
      }
      await page.goto(at);
      const found = await page.evaluate(() => ({
        links: [...document.querySelectorAll("a")].map(({ href }) => href),
        forms: [...document.querySelectorAll("form")].map(({ action, method }) => `${method} ${action}`),
        scripts: document.scripts.length,
        idle: [...document.querySelectorAll("button")].filter(({ form }) => !form).length,
        words: document.body.innerText.trim().length,
      }));
      expect(found.scripts).toBe(0);
      expect(found.idle, `${at} has buttons that do nothing`).toBe(0);
      expect(found.words, `${at} is empty`).toBeGreaterThan(50);
      for (const form of found.forms) expect(form).toMatch(/^get https:\/\/wa\.me\/919825012345/);
      for (const link of found.links) {
        const { origin, pathname } = new URL(link);
        if (origin === copy.origin) queue.push(origin + pathname);
        else outside.add(origin);
      }
    }
    expect(failed).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(copy.origin) && !url.startsWith("data:"))).toEqual([]);
    expect([...outside].filter((origin) => origin === new URL(site.baseURL).origin)).toEqual([]);
    expect([...seen].filter((url) => url.endsWith(".html")).length).toBeGreaterThan(40);
    await page.goto(`${copy.origin}/below/gu/index.html`);
    await expect(page.getByRole("heading", { name: "Loom Weavers" })).toBeVisible();
  } finally {
    copy.close();
    await rm(folder, { recursive: true });
  }
});
