// Measures the first load of the owner's app on a slow phone: the size of its scripts and the time until Home is ready.
// Simulates slow 4G (1.6 Mbit/s, 150 ms) and a four times slower CPU. Needs a quiet machine.
// Usage: scripts/with-postgres node scripts/first-load.mjs
import { chromium } from "@playwright/test";
import { chromium as executablePath, flags } from "./chromium.ts";
import { openSite } from "./site.ts";

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

async function load(browser, site) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: "block",
  });
  await context.request.post(`${site.baseURL}/api/v1/session`, { data: site.owner });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", slow4G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const addresses = new Map();
  let bytes = 0;
  let files = 0;
  devtools.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!addresses.get(requestId)?.endsWith(".js")) return;
    bytes += encodedDataLength;
    files++;
  });
  const began = performance.now();
  await page.goto(`${site.baseURL}/admin/dashboard`, { waitUntil: "commit" });
  await page.locator("main [role=combobox]").waitFor();
  const usable = performance.now() - began;
  await page.locator("main section a").first().waitFor();
  await context.close();
  return { usable, bytes, files };
}

const site = await openSite();
const browser = await chromium.launch({ executablePath: executablePath(), args: flags });
try {
  for (let run = 1; run <= 3; run++) {
    const { usable, bytes, files } = await load(browser, site);
    console.log(
      `run ${run}: Home is usable after ${(usable / 1000).toFixed(1)} s; ${files} scripts, ${(bytes / 1024).toFixed(1)} KB with headers`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}
