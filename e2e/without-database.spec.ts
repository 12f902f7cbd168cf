import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/503/] });

test("C4 D6 a program that never reached its database shows default content and an error", async ({ page }) => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
  const baseURL = `http://127.0.0.1:${port}`;
  const home = mkdtempSync(join(tmpdir(), "parichay-site-"));
  const env = {
    ...process.env,
    PARICHAY_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    PARICHAY_LISTEN: `127.0.0.1:${port}`,
    PARICHAY_BASE_URL: baseURL,
    PARICHAY_MEDIA: `file:${join(home, "media")}`,
    PARICHAY_STOP_DELAY: "0s",
  };
  const program = spawn(join(import.meta.dirname, "../bin/parichay"), ["serve"], { env, stdio: "ignore" });
  try {
    await expect
      .poll(() =>
        fetch(`${baseURL}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await fetch(`${baseURL}/readyz`)).status).toBe(503);
    const answer = await page.goto(baseURL);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole("heading", { name: "Digital Market" })).toBeVisible();
    await expect(page.getByText("Connection error", { exact: true })).toBeVisible();
    await expect(page.getByText("Could not connect to the database. Using default content.")).toBeVisible();
    await page.goto(`${baseURL}/download`);
    await expect(page.getByText("Error loading content", { exact: true })).toBeVisible();
  } finally {
    const ended = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGTERM");
    await ended;
    rmSync(home, { recursive: true });
  }
});
