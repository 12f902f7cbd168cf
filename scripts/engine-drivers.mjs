// Three browser engines behind one small interface, for scripts/engines.mjs: Chromium and Firefox through puppeteer,
// WebKit through the WebDriver of WebKitGTK on a virtual screen.
// A driver has open(url), size(width, height), evaluate(function, ...values), click(selector), type(selector, text),
// upload(selector, file), pressAt(x, y), screenshot(file), complaints() (errors since the last call) and close().
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch } from "puppeteer-core";
import { chromium, flags } from "./chromium.ts";

const patience = 30_000;

async function throughPuppeteer(options) {
  const browser = await launch({ headless: true, timeout: 2 * patience, ...options });
  const page = await browser.newPage();
  let heard = [];
  page.on("console", (message) => message.type() === "error" && heard.push(message.text()));
  page.on("pageerror", (error) => heard.push(String(error.stack ?? error)));
  // Leaving an unsaved form asks for confirmation.
  page.on("dialog", (dialog) => dialog.accept());
  // A request aborted by a navigation or a newer preview has not failed. An aborted save has.
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (request.method() === "PATCH" || !/ABORT/i.test(why))
      heard.push(`${request.method()} ${request.url()} failed: ${why}`);
  });
  page.on("response", (answer) => answer.status() >= 400 && heard.push(`${answer.url()} answered ${answer.status()}`));
  return {
    open: (url) => page.goto(url, { waitUntil: "load", timeout: patience }),
    size: (width, height) => page.setViewport({ width, height }),
    evaluate: (run, ...values) => page.evaluate(run, ...values),
    click: (selector) => page.click(selector),
    async type(selector, text) {
      await page.click(selector);
      await page.$eval(selector, (input) => input.select());
      await page.type(selector, text);
    },
    async upload(selector, file) {
      const input = await page.$(selector);
      await input.uploadFile(file);
    },
    pressAt: (x, y) => page.mouse.click(x, y),
    screenshot: (path) => page.screenshot({ path }),
    async complaints() {
      const all = heard;
      heard = [];
      return all;
    },
    close: () => browser.close(),
  };
}

const viaChromium = () => throughPuppeteer({ executablePath: chromium(), args: flags });
const viaFirefox = () => throughPuppeteer({ browser: "firefox", executablePath: "/usr/bin/firefox-esr" });

/** MiniBrowser is installed beside the library, not on PATH. */
const [miniBrowser = ""] = globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser");
const element = "element-6066-11e4-a52e-4f735466cecf"; // a constant of the WebDriver standard

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", resolve));
}

/** Starts a virtual screen. The GTK style shrinks the window's own bars, so that a page can be as narrow as a phone. */
async function openScreen() {
  const home = await mkdtemp(join(tmpdir(), "parichay-webkit-"));
  await mkdir(join(home, "gtk-3.0"));
  const small = "min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px";
  await writeFile(join(home, "gtk-3.0/gtk.css"), `* { ${small}; -gtk-icon-transform: scale(0); }\n`);
  const size = ["-screen", "0", "1400x1000x24", "-nolisten", "tcp"];
  const screen = spawn("Xvfb", ["-displayfd", "3", ...size], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve, reject) => {
    screen.once("error", reject);
    screen.stdio[3].once("data", (text) => resolve(String(text).trim()));
  });
  const env = {
    ...process.env,
    DISPLAY: `:${number}`,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
  };
  if (process.getuid?.() === 0) env.WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS = "1";
  return {
    home,
    env,
    async close() {
      screen.kill();
      await ended(screen);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Records the errors of a page after it has loaded; `webkitConsole` gets the earlier ones. */
const listen = () => {
  if (window.engineComplaints) return;
  window.engineComplaints = [];
  const keep = (text) => window.engineComplaints.push(text);
  addEventListener("error", (event) => keep(String(event.error?.stack ?? event.message)));
  addEventListener("unhandledrejection", (event) => keep(String(event.reason)));
  const { error } = console;
  console.error = (...words) => {
    keep(words.map(String).join(" "));
    error.apply(console, words);
  };
};

const recorded = () => {
  const heard = window.engineComplaints ?? [];
  window.engineComplaints = [];
  const failed = performance
    .getEntriesByType("resource")
    .filter(({ responseStatus }) => responseStatus >= 400)
    .map(({ name, responseStatus }) => `${name} answered ${responseStatus}`);
  performance.clearResourceTimings();
  return [...heard, ...failed];
};

async function viaWebkit() {
  const screen = await openScreen();
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env: screen.env, stdio: "ignore" });
  const call = async (method, path, body) => {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}), signal: AbortSignal.timeout(patience) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  const stop = async () => {
    driver.kill();
    await ended(driver);
    await screen.close();
  };
  try {
    const deadline = Date.now() + patience;
    for (;;) {
      if (await call("GET", "/status").catch(() => undefined)) break;
      if (Date.now() > deadline) throw new Error("WebKitWebDriver does not answer");
      await sleep(100);
    }
    const options = { binary: miniBrowser, args: ["--automation"] };
    const wanted = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await call("POST", "/session", { capabilities: wanted });
    const post = (path, body) => call("POST", `/session/${sessionId}${path}`, body);
    const evaluate = (run, ...args) =>
      post("/execute/sync", { script: `return (${run}).apply(null, arguments)`, args });
    const find = async (selector) => (await post("/element", { using: "css selector", value: selector }))[element];
    const click = async (selector) => post(`/element/${await find(selector)}/click`, {});
    const keys = async (selector, text) => post(`/element/${await find(selector)}/value`, { text });
    return {
      async open(url) {
        await post("/url", { url });
        await evaluate(listen);
      },
      async size(width, height) {
        await post("/window/rect", { x: 0, y: 0, width, height });
        const inner = await evaluate(() => innerHeight);
        await post("/window/rect", { x: 0, y: 0, width, height: 2 * height - inner });
      },
      evaluate,
      click,
      async type(selector, text) {
        await click(selector);
        await evaluate((selector) => document.querySelector(selector).select(), selector);
        await keys(selector, text);
      },
      upload: keys,
      pressAt: (x, y) =>
        post("/actions", {
          actions: [
            {
              type: "pointer",
              id: "mouse",
              actions: [
                { type: "pointerMove", x, y },
                { type: "pointerDown", button: 0 },
                { type: "pointerUp", button: 0 },
              ],
            },
          ],
        }),
      screenshot: async (file) =>
        writeFile(file, Buffer.from(await call("GET", `/session/${sessionId}/screenshot`), "base64")),
      complaints: async () => {
        const all = await evaluate(recorded);
        await evaluate(listen);
        return all;
      },
      async close() {
        await call("DELETE", `/session/${sessionId}`).catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** WebKitGTK lacks web app manifests and logs this for every page's policy. It is no fault, but shows a loaded page. */
const unknownToGtk = "Content-Security-Policy directive 'manifest-src'";
/** How long a loaded page gets to start its scripts. */
const hydration = 5_000;

/** WebKit's console errors while pages load. Under automation it does not print them, so the pages are opened again. */
export async function webkitConsole(urls) {
  const screen = await openScreen();
  const log = join(screen.home, "console");
  const start = join(screen.home, "browser");
  await writeFile(start, `#!/bin/sh\nexec stdbuf -oL ${miniBrowser} "$@" >"${log}" 2>&1\n`);
  await chmod(start, 0o755);
  const browser = spawn(start, ["--enable-write-console-messages-to-stdout=true", ...urls], { env: screen.env });
  try {
    const errors = async () => {
      const text = await readFile(log, "utf8").catch(() => "");
      return text.split("\n").filter((line) => /CONSOLE .*ERROR/.test(line));
    };
    const count = async () => (await errors()).filter((line) => line.includes(unknownToGtk)).length;
    const deadline = Date.now() + 3 * patience;
    while ((await count()) < urls.length && Date.now() < deadline) await sleep(200);
    const unread = urls.length - (await count());
    await sleep(hydration);
    const found = (await errors()).filter((line) => !line.includes(unknownToGtk));
    return unread > 0 ? [...found, `${unread} of ${urls.length} pages were not loaded`] : found;
  } finally {
    browser.kill();
    await ended(browser);
    await screen.close();
  }
}

export const engines = { chromium: viaChromium, webkit: viaWebkit, firefox: viaFirefox };
