import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["src/**/*.test.{ts,tsx}", "../scripts/*.test.mjs"],
    environment: "happy-dom",
    // A preview is a frame without an address of its own, which is loaded from nowhere; happy-dom would complain of each.
    environmentOptions: { happyDOM: { url: "http://localhost:8080/", settings: { enableIframePageLoading: true } } },
    setupFiles: ["vitest.setup.ts"],
    pool: "vmThreads",
    maxWorkers: "100%", // by itself it leaves one processor free, of two
    // Longer than the setup waits for one thing, so that a failure names the thing and not the test.
    testTimeout: 60_000,
    reporters: ["minimal"], // what passes says nothing
    restoreMocks: true,
    unstubGlobals: true,
  },
});
