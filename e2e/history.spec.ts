import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { sound } from "./sound.ts";

const t = words.en;

// The width changes the layout of a change's two sides, not their content.
test.skip(({ isMobile }) => !isMobile);

test("C3 every save is listed with author, time and change, and can be restored and undone", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await saveSite(page, site, { tagline: "The first words", contact: { phone: "+91 90000 00001" } });
  await saveSite(page, site, { tagline: "The second <b>words</b>" });
  const shown = async () => (await page.request.get("/")).text();

  await page.goto("/admin/history");
  const entries = page.locator("main ol > li");
  await expect(entries).toHaveCount(3);
  const [newest, older] = [entries.nth(0), entries.nth(1)];
  await expect(newest).toContainText(t["history.current"]);
  await expect(newest).toContainText(site.owner.email);
  await expect(newest).toContainText(/today at \d/);
  await newest.locator("summary").click();
  await expect(newest.locator("del")).toHaveText("first words");
  await expect(newest.locator("ins")).toHaveText("second <b>words</b>");
  await expect(newest.getByRole("button", { name: t["history.restore.site"] })).toBeHidden();

  await older.locator("summary").click();
  await older.getByRole("button", { name: t["history.restore.site"] }).click();
  await expect(page.getByText(t["history.restored"], { exact: true })).toBeVisible();
  await expect(entries).toHaveCount(4);
  expect(await shown()).toContain("The first words");
  await page.getByRole("button", { name: t["history.undo"] }).click();
  await expect(page.getByText(t["history.undone"])).toBeVisible();
  await expect(entries).toHaveCount(5);
  expect(await shown()).toContain("The second &lt;b&gt;words&lt;/b&gt;");
});

test("C3 restoring an older change of the profile keeps what was saved since", async ({ page, signIn, site }) => {
  await signIn();
  await saveSite(page, site, { tagline: "The first words" });
  await saveSite(page, site, { tagline: "The second words" });
  await saveSite(page, site, { brandName: "Loom & Sons", contact: { phone: "+91 90000 00001" } });
  await page.goto("/admin/history");
  const entry = page.locator("main ol > li").nth(2);
  await entry.locator("summary").click();
  await expect(entry).toContainText("Only this changes: Tagline.");
  await entry.getByRole("button", { name: t["history.restore.site"] }).click();
  await expect(page.getByText(t["history.restored"], { exact: true })).toBeVisible();
  const html = await (await page.request.get("/")).text();
  for (const text of ["The first words", "Loom &amp; Sons", "+91 90000 00001"]) expect(html).toContain(text);
});

test("C3 either side of a change can be restored, and shows its pictures and colours", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await saveSite(page, site, { tagline: "The first words" });
  await saveSite(page, site, { tagline: "The second words" });
  await saveSite(page, site, { looks: { accent: "#1F5FC4" }, profileImage: "/placeholder.svg" });
  await page.goto("/admin/history");
  const entries = page.locator("main ol > li");
  await expect(entries).toHaveCount(4);

  const looks = entries.nth(0);
  await looks.locator("summary").click();
  await expect(looks.locator(`img[src="/profile.svg"]`)).toBeVisible();
  await expect(looks.locator(`img[src="/placeholder.svg"]`)).toBeVisible();
  await expect(looks.locator(`rect[fill="#DAA520"]`)).toBeVisible();
  await expect(looks.locator(`rect[fill="#1F5FC4"]`)).toBeVisible();
  await expect(looks.getByText(t["field.accent.option.#1F5FC4"])).toBeVisible();
  await sound(page);

  const words = entries.nth(1);
  await words.locator("summary").click();
  await expect(words.getByRole("button", { name: t["history.restore.site"] })).toHaveCount(0);
  await words.getByRole("button", { name: t["history.restore.before"] }).click();
  await expect(page.getByText(t["history.restored"], { exact: true })).toBeVisible();
  await expect(entries).toHaveCount(5);
  expect(await (await page.request.get("/")).text()).toContain("The first words");
  const moved = entries.nth(2);
  await expect(moved.getByRole("button", { name: t["history.restore.before"] })).toHaveCount(0);
  await moved.getByRole("button", { name: t["history.restore.site"] }).click();
  await expect(entries).toHaveCount(6);
  const html = await (await page.request.get("/")).text();
  expect(html).toContain("The second words");
});

test("E1 a screen shows its last save and can undo it, and its history restores only its own fields", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await saveSite(page, site, { tagline: "The first words" });
  await saveSite(page, site, { tagline: "The second words" });
  await saveSite(page, site, { contact: { phone: "+91 90000 00001" } });

  await page.goto("/admin/edit-tagline");
  await expect(page.getByText(/^Saved today at/)).toBeVisible();
  await page.getByRole("button", { name: t["admin.undo"] }).click();
  await expect(page.getByText(t["toast.success.description"])).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const html = await (await page.request.get("/")).text();
  expect(html).toContain("The first words");
  expect(html).toContain("+91 90000 00001");

  await page.goto("/admin/edit-tagline");
  await page.getByRole("link", { name: t["screen.history.title"], exact: true }).last().click();
  const entries = page.locator("main ol > li");
  await expect(entries).toHaveCount(3);
  await expect(page.getByText(t["field.phone.label"])).toBeHidden();
  await entries.nth(1).locator("summary").click();
  await entries.nth(1).getByRole("button", { name: t["history.restore.site"] }).click();
  await expect(entries).toHaveCount(4);
  const after = await (await page.request.get("/")).text();
  expect(after).toContain("The second words");
  expect(after).toContain("+91 90000 00001");
});

test("M9 an item of a list is restored as it was, also from the bin", async ({ page, signIn }) => {
  await signIn();
  const api = page.context().request;
  const { items } = await (await api.get("/api/v1/stored/services")).json();
  const { id, revision, values } = items[0];
  await api.patch(`/api/v1/services/${id}`, { data: { revision, values: { title: "Renamed by mistake" } } });
  await api.delete(`/api/v1/services/${id}`);
  const shown = async () => (await api.get("/services")).text();
  expect(await shown()).not.toContain(values.title);

  await page.goto(`/admin/history?subject=services&id=${id}`);
  const entries = page.locator("main ol > li");
  await expect(entries.first()).toContainText(t["history.action.deleted"]);
  await entries.last().locator("summary").click();
  await entries.last().getByRole("button", { name: t["history.restore.item"] }).click();
  await expect(page.getByText(t["history.restored"], { exact: true })).toBeVisible();
  expect(await shown()).toContain(values.title);

  const renamed = entries.filter({ hasText: t["history.action.saved"] }).last();
  await renamed.locator("summary").click();
  await renamed.getByRole("button", { name: t["history.restore.item"], exact: true }).click();
  await expect.poll(shown).toContain("Renamed by mistake");
  await renamed.getByRole("button", { name: t["history.restore.item.before"] }).click();
  await expect.poll(shown).not.toContain("Renamed by mistake");
  expect(await shown()).toContain(values.title);
});

test("M9 an article's history is shown without markup", async ({ page, signIn }) => {
  await signIn();
  const api = page.context().request;
  const { items } = await (await api.get("/api/v1/stored/posts")).json();
  const { id, revision } = items[0];
  const long = `<h2>A heading</h2>${"<p>Much more to read.</p>".repeat(80)}`;
  await api.patch(`/api/v1/posts/${id}`, { data: { revision, values: { content: long } } });
  await page.goto(`/admin/history?subject=posts&id=${id}`);
  const entry = page.locator("main ol > li").first();
  await entry.locator("summary").click();
  await expect(entry.locator("ins")).toContainText(/^A heading\nMuch more to read\.\nMuch/, { useInnerText: true });
  await expect(entry).not.toContainText("<p>");
  const box = await entry.boundingBox();
  expect(box?.height).toBeLessThan(1500);
  await sound(page);
});

test.describe("when somebody else was faster", () => {
  test.use({ expectedErrors: [/409/] });

  test("C3 restoring a version over somebody else's newer one is refused with a message", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await saveSite(page, site, { tagline: "The first words" });
    await saveSite(page, site, { tagline: "The second words" });
    await page.goto("/admin/history");
    const entries = page.locator("main ol > li");
    await expect(entries).toHaveCount(3);
    await entries.nth(1).locator("summary").click();
    await saveSite(page, site, { tagline: "Saved by somebody else" });
    await entries.nth(1).getByRole("button", { name: t["history.restore.site"] }).click();
    await expect(page.getByText(t["history.failed.conflict"])).toBeVisible();
    await expect(entries).toHaveCount(4);
    expect(await (await page.request.get("/")).text()).toContain("Saved by somebody else");
  });
});
