import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";

test.use({ serviceWorkers: "allow", expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

const t = words.en;

test("the owner's app opens offline, says what needs a connection, and continues when the connection is back", async ({
  page,
  signIn,
  context,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  const worker = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/admin"))?.active?.state);
  await expect.poll(worker).toBe("activated");
  await page.goto("/admin/page"); // served by the service worker
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["screen.page.title"]);

  await context.setOffline(true);
  await page.goto("/admin/inbox");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["app.offline.title"]);
  await expect(page.getByText(t["app.offline.needs"])).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["screen.inbox.title"]);

  // Only the app's own files are cached, and no public page is served from the cache.
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((path) => path !== "/admin" && !path.startsWith("/assets/"))).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto("/")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  await context.setOffline(false);
});

test("the owner's app can be installed: it has a manifest in the owner's language", async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem("language", "gu"));
  await signIn();
  await page.goto("/admin/dashboard");
  const link = page.locator("link[rel=manifest]");
  await expect(link).toHaveAttribute("href", "/admin/manifest.webmanifest?lang=gu");
  const manifest = await (await page.request.get("/admin/manifest.webmanifest?lang=gu")).json();
  expect(manifest).toMatchObject({
    id: "/admin",
    scope: "/admin",
    start_url: "/admin/dashboard",
    display: "standalone",
  });
  expect(manifest.name).toContain("એડમિન");
  expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/admin/inbox",
    "/admin/page",
    "/admin/insights",
  ]);
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
});
