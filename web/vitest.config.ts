import { defineConfig } from "vitest/config";

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "happy-dom",
    environmentOptions: { happyDOM: { url: "http://localhost:8080/" } },
    setupFiles: ["vitest.setup.ts"],
    pool: "vmThreads",
    // Two cores of a busy machine are slow at finding things by their role.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
