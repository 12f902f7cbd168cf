// End-to-end tests of the built binary in the machine's Chromium, at phone and desktop size. Run by `make e2e`.
import { defineConfig } from "@playwright/test";
import { patience } from "./e2e/patience.ts";
import { chromium, flags } from "./scripts/chromium.ts";

process.env.CHROME = chromium({ shell: true });
const { factor, wait, test } = await patience();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 3,
  retries: 0,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  // A wait ends with its condition. Only a condition that never comes true reaches these limits
  // (docs/adr/0043-waits-in-tests.md).
  timeout: test,
  expect: { timeout: wait },
  // In CI a passing test prints only a dot.
  reporter: [[process.env.CI ? "dot" : "list"], ["./e2e/slow.ts", { factor }], ["./e2e/failures.ts"]],
  use: {
    browserName: "chromium",
    actionTimeout: wait,
    launchOptions: { executablePath: "scripts/chromium-behind", args: flags },
    // A service worker would cache the whole app in every test's browser and hide requests from the tests.
    serviceWorkers: "block",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    trace: process.env.CI ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      // Without a graphics card, the processor draws every pixel: at twice the density four times as many.
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
    },
    // Specs that do not depend on the window's width run once, on the phone.
    {
      name: "desktop",
      // In the gate only those whose screens are laid out differently, or used by keyboard. Nightly all.
      testMatch: process.env.CI ? /(accessibility|edit|managers|where)\.spec\.ts$/ : /\.spec\.ts$/,
      testIgnore:
        /(languages|keyboard|no-javascript|without-database|sign-in|share|content|blog|home|first-screen|print|download|looks|first-evening|export|owner-links|endings|app|writing|library|primary|codes|tasks|pictures|large|visits|insights|corpus)\.spec\.ts$/,
      grepInvert: process.env.CI ? /a (service|project) is added/ : [],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
