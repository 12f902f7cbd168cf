import type { Locator } from "@playwright/test";
import { adminPaths, tabPaths } from "./admin-paths.ts";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { sound } from "./sound.ts";

const t = words.en;

/** Values of fields that no switch can hide, different from the sample. */
const own = {
  tagline: "Since 1998 in Rajkot",
  profileImage: "/placeholder.svg",
  businessHours: "Monday to Saturday: 9:00 AM to 6:00 PM",
  contact: { address: "Ring Road\nSurat, Gujarat 395003\nIndia" },
};

test("DB6 every screen has the same four tabs and marks the one it belongs to", async ({ page, signIn }) => {
  await signIn();
  const links = page
    .getByRole("navigation", { name: t["admin.navigation"] })
    .filter({ visible: true })
    .locator(tabPaths.map((path) => `a[href="${path}"]`).join());
  const behindAvatar = new Set(["/admin/account"]);
  // One screen of each kind; app.test.tsx has them all.
  for (const path of ["/admin/dashboard", "/admin/edit-phone", "/admin/edit-blog", "/admin/codes", "/admin/account"]) {
    await page.goto(path);
    await expect(links).toHaveCount(tabPaths.length);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    const tab = links.and(page.locator("[aria-current]"));
    if (behindAvatar.has(path)) await expect(tab).toHaveCount(0);
    else if (tabPaths.includes(path)) await expect(tab).toHaveAttribute("href", path);
    else await expect(tab).toHaveAttribute("href", path === "/admin/codes" ? "/admin/insights" : "/admin/page");
  }
});

test("the Page tab shows the page and links to the editor of every part", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/page");
  const preview = page.frameLocator(`iframe[title="${t["admin.livePreview"]}"]`);
  await expect(preview.getByRole("heading", { name: "Digital Market" })).toBeVisible();
  const elsewhere = new Set([...tabPaths, "/admin/account", "/admin/send-feedback", "/admin/codes"]);
  for (const path of adminPaths.filter((path) => !elsewhere.has(path))) {
    await expect(page.locator(`main a[href="${path}"]`)).toBeVisible();
  }
});

test("the avatar's menu leads to the account and signs out", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/edit-blog");
  const avatar = page.locator("summary", { hasText: t["admin.account"] }).filter({ visible: true });
  await avatar.click();
  await page.getByRole("link", { name: t["screen.account.title"] }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["screen.account.title"]);
  await avatar.click();
  await page.getByRole("button", { name: t["admin.logout"] }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("on a phone the tabs are hidden while the owner types", async ({ page, signIn }, info) => {
  test.skip(info.project.name !== "phone", "a desktop has no keyboard on its screen");
  await signIn();
  await page.goto("/admin/edit-phone");
  const tabs = page.getByRole("navigation", { name: t["admin.navigation"] });
  await expect(tabs).toBeVisible();
  await page.setViewportSize({ width: 360, height: 420 }); // the height that an open keyboard leaves
  await page.locator("main input").first().focus();
  await expect(tabs).toBeHidden();
  await page.locator("main input").first().blur();
  await expect(tabs).toBeVisible();
});

test("returning to a tab restores the scroll position of its screen", async ({ page, signIn }, info) => {
  test.skip(info.project.name !== "phone", "a desktop's tabs are the same links");
  await signIn();
  await page.goto("/admin/page");
  /** Playwright's own tap would scroll first. */
  const tap = async (path: string) => {
    const { x, y } = (await page.locator(`.tab-bar a[href="${path}"]`).boundingBox()) ?? { x: 0, y: 0 };
    await page.touchscreen.tap(x + 20, y + 20);
  };
  await expect(page.locator('main a[href="/admin/history"]')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
  await tap("/admin/inbox");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t["screen.inbox.title"]);
  await tap("/admin/page");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
});

test.describe("a screen's script", () => {
  test.skip(({ isMobile }) => !isMobile, "a wider window waits for the same scripts");
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  const inbox = '.tab-bar a[href="/admin/inbox"]';
  const title = { level: 1, name: t["screen.inbox.title"] } as const;

  test("that loads slowly leaves the previous screen visible and shows a message", async ({ page, signIn }) => {
    await signIn();
    await page.goto("/admin/dashboard");
    await expect(page.locator(inbox)).toBeVisible();
    let come = () => {};
    const there = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route("**/assets/*.js", (route) => there.then(() => route.continue()));
    await page.locator(inbox).click();
    await expect(page.getByRole("status").filter({ hasText: t["common.loading"] })).toBeVisible();
    await expect(page.locator("main [role=combobox]")).toBeVisible();
    come();
    await expect(page.getByRole("heading", title)).toBeVisible();
    await expect(page.getByText(t["common.loading"])).not.toBeVisible();
  });

  test("that fails to load can be retried with a button", async ({ page, signIn }) => {
    await signIn();
    await page.goto("/admin/dashboard");
    await expect(page.locator(inbox)).toBeVisible();
    await page.route("**/assets/*.js", (route) => route.abort("internetdisconnected"));
    await page.locator(inbox).click();
    await expect(page.getByText(t["error.offline"])).toBeVisible();
    await expect(page.locator(inbox), "the tabs to the other screens").toBeVisible();
    await page.unroute("**/assets/*.js");
    await page.getByRole("button", { name: t["admin.retry"] }).click();
    await expect(page.getByRole("heading", title)).toBeVisible();
  });

  test("that hangs times out", async ({ page, signIn }) => {
    await signIn();
    await page.clock.install();
    await page.goto("/admin/dashboard");
    await expect(page.locator(inbox)).toBeVisible();
    await page.route("**/assets/*.js", () => undefined);
    await page.locator(inbox).click();
    await expect(page.getByRole("status").filter({ hasText: t["common.loading"] })).toBeVisible();
    await page.clock.fastForward("00:30");
    await expect(page.getByText(t["error.timeout"])).toBeVisible();
    await expect(page.locator(inbox)).toBeVisible();
  });
});

test("with letters twice as large no screen is wider than the phone", async ({ page, signIn, site }, info) => {
  test.skip(info.project.name !== "phone", "a desktop has room");
  await signIn();
  await site.sql(`insert into feedback (name, email, phone, comment, feedback_type, status, language, idempotency_key, digest)
    values ('Asha', 'asha@example.in', '+919825098250', 'Forty boxes', 'quote_request', 'pending', 'en', 'large', '')`);
  const [row] = await site.sql<{ id: number }>("select max(id) as id from feedback");
  try {
    const paths = ["edit-social-links", "edit-blocks", "edit-address", "history", "page", `inbox?lead=${row?.id}`];
    for (const path of paths.map((path) => `/admin/${path}`)) {
      await page.goto(path);
      await expect(page.locator("main :is(h2, form, tr, details)").filter({ visible: true }).first()).toBeVisible();
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
      for (const bar of await page.locator(".thumb-bar > *").all()) await expect(bar).toBeInViewport({ ratio: 1 });
    }
  } finally {
    await site.sql("delete from feedback");
  }
});

test("the insights also show how fast leads were answered", async ({ page, signIn, site }) => {
  await signIn();
  await site.sql("delete from feedback"); // leads of earlier tests
  await page.goto("/admin/insights");
  const unfold = () => page.locator("summary", { hasText: t["insights.answers"] }).click();
  await unfold();
  await expect(page.getByText(t["insights.empty"])).toBeVisible();
  await site.sql(`insert into feedback (name, email, comment, feedback_type, status, language, idempotency_key, digest, created_at)
    select '', '', '', 'quote_request', s, 'en', 'numbers ' || s, '', now() - interval '20 days' from unnest('{pending,won,spam}'::text[]) s`);
  await site.sql(`insert into feedback_events (feedback_id, at, action, from_status, to_status)
    select id, created_at + interval '3 hours', 'moved', 'pending', 'contacted' from feedback where status = 'won'`);
  try {
    await page.reload();
    await unfold();
    const figure = (name: string) => page.locator("details dl > div", { hasText: name }).locator("dd").first();
    await expect(figure(t["insights.leads"])).toHaveText("2");
    await expect(figure(t["insights.won"])).toHaveText("1");
    await expect(figure(t["insights.answered"])).toHaveText("3 hours");
    await expect(
      page
        .locator("details")
        .getByRole("row")
        .filter({ hasText: /2\s*1$/ }),
    ).toHaveCount(1);
  } finally {
    await site.sql("delete from feedback");
  }
});

test("the dashboard's sections collapse once the first steps are done, and an opened one stays open", async ({
  page,
  signIn,
  site,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.locator('main section a[href="/admin/edit-phone"]').last()).toBeVisible();
  const stored = await (await page.request.get("/api/v1/site/stored")).json();
  const show = Object.fromEntries(Object.keys(stored.site.show).map((part) => [part, "no"]));
  await saveSite(page, site, { named: "yes", show, ...own });
  await page.reload();
  const social = page.locator('main section a[href="/admin/edit-social-links"]');
  await expect(page.getByRole("heading", { name: t["section.social"] })).toBeVisible();
  await expect(social).toBeHidden();
  await page.getByRole("heading", { name: t["section.social"] }).click();
  await social.click();
  await expect(page).toHaveURL(/social-links$/);
  await page.goBack();
  await expect(social).toBeVisible();
});

test.describe("going back", () => {
  test.skip(({ isMobile }) => !isMobile && !!process.env.CI, "on a desktop only nightly");

  /** The screens from which others are opened. The dashboard also links to the screens behind the avatar. */
  const origins = [
    ["/admin/page", 0.4, t["admin.back"]],
    ["/admin/dashboard", 0.6, t["admin.backToDashboard"]],
  ] as const;

  for (const [origin, where, backName] of origins) {
    test(`from any screen to ${origin} restores its scroll position and focus`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(origin);
      const entries = page.locator('main section:not([aria-labelledby="first-run"]) a[href^="/admin/"]');
      await expect(entries.nth(20)).toBeVisible();
      const paths = await entries.evaluateAll((all) => all.map((entry) => entry.getAttribute("href") ?? ""));
      expect(new Set(paths).size).toBeGreaterThan(25);
      // Two of six entries are enough: all screens share the frame with the back link (app.test.tsx).
      for (const [i, path] of paths.entries()) {
        if (i % 6 > 1 && i < paths.length - 1) continue;
        const entry = entries.nth(i);
        await entry.evaluate((element, where) => {
          const { top } = element.getBoundingClientRect();
          window.scrollBy({ top: top - window.innerHeight * where, behavior: "instant" });
        }, where);
        const y = await page.evaluate(() => window.scrollY);
        await entry.click();
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        // The screen of a tab has no back link.
        const back = page.getByRole("banner").getByRole("link", { name: backName, exact: true });
        if (i % 2 || tabPaths.includes(path)) await page.goBack();
        else await back.click();
        await expect(page).toHaveURL(new RegExp(`${origin}$`));
        await expect.poll(() => page.evaluate(() => window.scrollY), { message: path }).toBe(y);
        await expect(entry).toBeFocused();
      }
    });
  }
});

test("E1 a save returns to the previous screen at its scroll position", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/page");
  const entry = page.locator('main a[href="/admin/edit-phone"]');
  await entry.scrollIntoViewIfNeeded();
  const y = await page.evaluate(() => window.scrollY);
  expect(y).toBeGreaterThan(100);
  await entry.click();
  await page.locator('form [name="phone"]').fill("+91 98980 00001");
  await expect(page).toHaveTitle(/^• /);
  await page.keyboard.press("Control+s");
  await expect(page.getByText(t["toast.success"], { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^[^•]/);
  await expect(page).toHaveURL(/\/admin\/page$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(y);

  await page.goto("/admin/edit-phone");
  await page.locator('form [name="phone"]').fill("+91 98980 00002");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("after an item is saved, Back leads to the screen from which the list was opened", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/page");
  await page.locator('main a[href="/admin/edit-blocks"]').click();
  await page.getByRole("link", { name: t["manager.blocks.add"] }).click();
  await page.getByRole("link", { name: t["block.kind.heading.hint"] }).click();
  await page.getByRole("textbox", { name: t["item.blocks.title"] }).fill("From our oven");
  await page.getByRole("button", { name: t["admin.save"], exact: true }).click();
  const row = page.getByRole("rowheader").filter({ hasText: "From our oven" });
  await expect(row).toBeInViewport();
  await page.getByRole("link", { name: t["admin.back"], exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/page$/);
});

test.describe("a toast", () => {
  /** Whether a toast overlaps another element. */
  const lapsOver = async (toast: Locator, other: Locator) => {
    const [a, b] = [await toast.boundingBox(), await other.boundingBox()];
    if (!a || !b) return false;
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };

  test("covers neither its row nor the bars, wherever the row is", async ({ page, signIn }) => {
    await signIn();
    await page.goto("/admin/edit-blocks");
    const rows = page.getByRole("row").filter({ has: page.locator("[aria-pressed]") });
    const toast = page.getByRole("region", { name: t["common.notifications"] }).locator("> *");
    const bars = [page.getByRole("banner"), page.getByRole("navigation", { name: t["admin.navigation"] })];
    await expect(rows.nth(4)).toBeVisible();
    // A focused toast does not time out. The page itself focuses it, because the test may come too late on a busy machine.
    await page.evaluate((name) => {
      const seen = new WeakSet<Element>();
      const look = () => {
        for (const button of document.querySelectorAll<HTMLElement>(
          `section[aria-label="${name}"] button:last-child`,
        )) {
          if (seen.has(button)) continue;
          seen.add(button);
          setTimeout(() => button.focus(), 500); // once it has taken its place
        }
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }, t["common.notifications"]);
    let above = 0;
    for (const where of [0.2, 0.5, 0.7]) {
      const row = rows.nth(3);
      await row.evaluate((element, where) => {
        const { top } = element.getBoundingClientRect();
        window.scrollBy({ top: top - window.innerHeight * where, behavior: "instant" });
      }, where);
      await row.locator("[aria-pressed]").click();
      const close = toast.getByRole("button", { name: t["common.close"] });
      await expect(close).toBeFocused();
      await expect.poll(() => lapsOver(toast, row), { message: `row at ${where}` }).toBe(false);
      for (const bar of bars) expect(await lapsOver(toast, bar.filter({ visible: true }))).toBe(false);
      const box = await toast.boundingBox();
      if (box && box.y < 300) above++;
      await close.click();
      await expect(toast).toBeHidden();
    }
    expect(above).toBeLessThan(3);
  });

  test("covers neither a refused field nor the Save button", async ({ page, signIn }) => {
    await signIn();
    await page.goto("/admin/edit-services?new");
    await page.getByRole("button", { name: t["admin.save"], exact: true }).click();
    const toast = page.getByRole("region", { name: t["common.notifications"] }).locator("> *");
    await expect(toast).toContainText(t["manager.missing"]);
    const refused = page.locator("form [aria-invalid=true]");
    expect(await refused.count()).toBeGreaterThan(0);
    await expect.poll(() => lapsOver(toast, refused.first())).toBe(false);
    await expect
      .poll(() => lapsOver(toast, page.getByRole("button", { name: t["admin.save"], exact: true })))
      .toBe(false);
  });
});

test("search opens by keyboard on every screen, finds a screen by its title, and focuses a found field", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/edit-tagline");
  await expect(page.locator('form [name="tagline"]')).toBeVisible();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: t["find.label"] });
  const field = dialog.getByRole("combobox");
  await expect(field).toBeFocused();
  await sound(page);
  await field.fill(t["manager.blog.title"]);
  await expect(dialog.locator('[role=option][data-to="/admin/edit-blog"]')).toBeVisible();
  await sound(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.goto("/admin/dashboard");
  const home = page.getByRole("main").getByRole("combobox", { name: t["find.label"] });
  await home.fill("zip code");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/edit-address$/);
  await expect(page.locator('form [name="zip"]')).toBeFocused();
  await expect(page.locator('form [name="zip"]')).toBeInViewport();
});
