import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["*.test.ts", "src/**/*.test.{ts,tsx}", "../scripts/*.test.mjs"],
    environment: "happy-dom",
    // A preview is a sandboxed frame without a URL. Without this setting happy-dom logs an error for each one.
    environmentOptions: { happyDOM: { url: "http://localhost:8080/", settings: { enableIframePageLoading: true } } },
    setupFiles: ["vitest.setup.ts"],
    pool: "vmThreads",
    maxWorkers: "100%", // the default leaves one of two CPUs idle
    // Longer than asyncUtilTimeout, so that a failure names the missing element and not just the test.
    testTimeout: 60_000,
    reporters: ["minimal"], // passing tests print nothing
    restoreMocks: true,
    unstubGlobals: true,
  },
});
