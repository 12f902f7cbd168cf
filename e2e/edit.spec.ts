import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openSite, type Site } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { type Hands, hands } from "./hands.ts";
import { words } from "./languages.ts";
import { saveSite } from "./owner.ts";

/** A screen's input, refused input, and where the values appear. Keys of `typed` and `refused` are input names. */
type Walk = {
  screen: string;
  typed: Record<string, string>;
  refused: Record<string, [value: string, message: string]>;
  stored: Record<string, unknown>;
  shown: Record<string, readonly string[]>;
  success?: string;
  stays?: true;
};

const link = (name: string, field: string, column: string, address: string): Walk => ({
  screen: name,
  typed: { [field]: address },
  refused: { [field]: ["javascript:alert(1)", "Must be a valid URL"] },
  stored: { [column]: address },
  shown: { "/": [address] },
});

const walks = {
  profile: [
    {
      screen: "brand-name",
      typed: { brandName: "Loom & Sons" },
      refused: { brandName: ["X", "Brand name must be at least 2 characters"] },
      stored: { brand_name: "Loom & Sons" },
      shown: { "/": ["Loom &amp; Sons"] },
    },
    {
      screen: "tagline",
      typed: { tagline: "Since 1998 in Rajkot" },
      refused: { tagline: ["abc", "Tagline must be at least 4 characters"] },
      stored: { tagline: "Since 1998 in Rajkot" },
      shown: { "/": ["Since 1998 in Rajkot"] },
    },
  ],
  buttons: [
    link("shop-button-url", "shopButtonUrl", "shop_button_url", "https://loom.example/shop"),
    link("feedback-url", "feedbackUrl", "feedback_url", "https://loom.example/feedback"),
  ],
  social: [
    link("instagram", "instagram", "instagram_link", "https://www.instagram.com/loom"),
    link("facebook", "facebook", "facebook_link", "https://www.facebook.com/loom"),
    link("linkedin", "linkedin", "linkedin_link", "https://www.linkedin.com/company/loom"),
    link("youtube", "youtube", "youtube_link", "https://www.youtube.com/@loom"),
    link("twitter", "twitter", "twitter_link", "https://x.com/loom"),
    link("website", "website", "website_link", "https://loom.example"),
  ],
  contact: [
    {
      screen: "phone",
      typed: { phone: "+91 98980 00001" },
      refused: { phone: ["", "Phone number is required"] },
      stored: { phone: "+91 98980 00001" },
      shown: { "/": ["+91 98980 00001", "tel:+919898000001"] },
    },
    {
      screen: "whatsapp",
      typed: { chatLink: "https://wa.me/919898000001", chatMessage: "Hello! I'm interested." },
      refused: { chatLink: ["", "WhatsApp link is required"] },
      stored: { whatsapp_link: "https://wa.me/919898000001?text=Hello!%20I'm%20interested." },
      shown: { "/": ["https://wa.me/919898000001?text=Hello!%20I&#x27;m%20interested."] },
    },
    {
      screen: "email",
      typed: { email: "loom@example.in" },
      refused: { email: ["nobody", "Please enter a valid email address."] },
      stored: { email: "loom@example.in" },
      shown: { "/": ["mailto:loom@example.in"] },
      stays: true,
    },
    {
      screen: "contact-address",
      typed: { address: "Ring Road\nSurat, Gujarat 395003\nIndia" },
      refused: { address: ["", "Address is required"] },
      stored: { address: "Ring Road\nSurat, Gujarat 395003\nIndia" },
      shown: { "/": ["Surat, Gujarat 395003"] },
    },
  ],
  download: [
    {
      screen: "address",
      typed: {
        businessName: "Loom Textiles",
        street: "Hazratganj",
        city: "Lucknow",
        state: "Uttar Pradesh",
        zip: "226001",
        country: "India",
        businessHours: "Monday to Saturday: 10:00 AM to 8:00 PM\nSunday: Closed",
      },
      refused: {
        businessName: ["", "Business name is required"],
        street: ["", "Street address is required"],
        city: ["", "City is required"],
        state: ["", "State is required"],
        zip: ["", "Zip code is required"],
        country: ["", "Country is required"],
        businessHours: ["", "Business hours are required"],
      },
      stored: {
        business_name: "Loom Textiles",
        address: "Hazratganj\nLucknow, Uttar Pradesh 226001\nIndia",
        business_hours: "Monday to Saturday: 10:00 AM to 8:00 PM\nSunday: Closed",
      },
      shown: {
        "/download": ["Loom Textiles", "Lucknow, Uttar Pradesh 226001", "Monday to Saturday: 10:00 AM to 8:00 PM"],
      },
      success: "Business address information has been updated successfully.",
    },
    {
      screen: "app-download",
      typed: {
        googlePlayTitle: "Get our app on",
        googlePlaySubtitle: "Play Store",
        googlePlayUrl: "https://play.google.com/store/apps/details?id=loom",
        appStoreTitle: "Find it in the",
        appStoreSubtitle: "iPhone store",
        appStoreUrl: "apps.apple.com/in/app/loom",
        apkDownloadTitle: "Or take the",
        apkDownloadSubtitle: "APK file",
        appDownloadUrl: "loom.example:8443/app.apk",
      },
      refused: {
        googlePlayTitle: ["", "Google Play title is required"],
        googlePlaySubtitle: ["", "Google Play subtitle is required"],
        googlePlayUrl: ["javascript:alert(1)", "Must be a valid URL"],
        appStoreTitle: ["", "App Store title is required"],
        appStoreSubtitle: ["", "App Store subtitle is required"],
        appStoreUrl: ["ftp://loom.example", "Must be a valid URL"],
        apkDownloadTitle: ["", "APK Download title is required"],
        apkDownloadSubtitle: ["", "APK Download subtitle is required"],
        appDownloadUrl: ["", "URL cannot be empty"],
      },
      stored: {
        google_play_title: "Get our app on",
        google_play_subtitle: "Play Store",
        google_play_url: "https://play.google.com/store/apps/details?id=loom",
        app_store_title: "Find it in the",
        app_store_subtitle: "iPhone store",
        app_store_url: "https://apps.apple.com/in/app/loom",
        apk_download_title: "Or take the",
        apk_download_subtitle: "APK file",
        app_download_url: "https://loom.example:8443/app.apk",
      },
      shown: { "/download": ["Get our app on", "iPhone store", "https://loom.example:8443/app.apk"] },
      success: "App download links have been updated successfully.",
    },
    {
      screen: "qr-code",
      typed: {
        qrUrl: "https://loom.example/menu",
        qrSize: "260",
        qrColor: "#1E40AF",
        qrLabel: "Our menu",
        qrDescription: "Point your camera here",
      },
      refused: { qrUrl: ["menu", "Must be a valid URL"], qrLabel: ["", "QR code label is required"] },
      stored: {
        qr_code_settings: {
          url: "https://loom.example/menu",
          size: 260,
          color: "#1E40AF",
          label: "Our menu",
          description: "Point your camera here",
        },
      },
      shown: {
        "/download": ["Our menu", "Point your camera here", "https://loom.example/menu"],
        "/qr/screen.svg": ["#1E40AF"],
      },
      success: "QR code settings have been updated successfully.",
    },
  ],
} satisfies Record<string, Walk[]>;

const control = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const preview = (page: Page) => page.frameLocator("aside iframe");
/** The element around the preview is the one that scrolls. */
const scroller = (page: Page) => page.locator("[data-still]");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

async function give(page: Page, { type, slide, choose }: Hands, typed: Record<string, string>) {
  for (const [name, value] of Object.entries(typed)) {
    if (name === "qrSize") await slide(control(page, name), Number(value));
    else if (name === "qrColor") await choose(page.locator(`form input[value="${value}"]`));
    else await type(control(page, name), value);
  }
}

type Fixtures = { page: Page; site: Site; isMobile: boolean; signIn: () => Promise<void> };

/** By keyboard, CI walks one screen of each kind: all screens share one form, and the phone walks every screen. */
const sampled = (steps: readonly Walk[], isMobile: boolean) =>
  isMobile || !process.env.CI
    ? steps
    : steps.filter(({ screen }) => !/facebook|linkedin|youtube|twitter|website|feedback-url|app-download/.test(screen));

/** Each screen refuses bad input, saves good input, confirms it and goes back. The public page shows the values. */
async function walk({ page, site, isMobile, signIn }: Fixtures, steps: readonly Walk[]) {
  const hand = hands(page, isMobile);
  await signIn();
  await page.clock.install();
  await page.goto("/admin/dashboard");
  // A card that appears during a tap moves the entry away from under the finger.
  for (const card of ["firstRun.title", "notification.no_mail_server.title"] as const)
    await expect(page.getByRole("heading", { name: words.en[card] })).toBeVisible();
  for (const { screen, typed, refused, stored, shown, success, stays } of sampled(steps, isMobile)) {
    await hand.press(page.locator(`main section:not([aria-labelledby="first-run"]) a[href="/admin/edit-${screen}"]`));
    const bad = Object.fromEntries(Object.entries(refused).map(([name, [value]]) => [name, value]));
    await give(page, hand, bad);
    await hand.press(save(page));
    for (const [name, [, message]] of Object.entries(refused)) {
      await expect(control(page, name)).toHaveAttribute("aria-invalid", "true");
      await expect(page.locator("form").getByText(message).first()).toBeVisible();
    }
    await expect(control(page, Object.keys(refused)[0] ?? "")).toBeFocused();

    await give(page, hand, typed);
    const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
    await hand.press(save(page));
    expect((await answered).status()).toBe(200);
    await expect(page.getByText("Success", { exact: true })).toBeVisible();
    await expect(page.getByText(success ?? "Content updated successfully")).toBeVisible();
    const [row] = await site.sql("select * from website_content order by updated_at desc limit 1");
    for (const [column, value] of Object.entries(stored)) {
      const found = row?.[column];
      expect(typeof value === "string" ? found : JSON.parse(String(found)), column).toEqual(value);
    }
    for (const [path, texts] of Object.entries(shown)) {
      const html = await (await page.request.get(path)).text();
      for (const text of texts) expect(html, path).toContain(text);
    }
    await page.clock.fastForward(1500);
    if (stays) {
      await expect(page).toHaveURL(new RegExp(`/admin/edit-${screen}$`));
      await hand.press(page.getByRole("link", { name: "Back to Dashboard" }));
    }
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  }
}

test("E1 E11 E13 the profile is edited", async ({ page, site, isMobile, signIn }) => {
  await walk({ page, site, isMobile, signIn }, walks.profile);
});

test("E1 E12 E13 the buttons are edited", async ({ page, site, isMobile, signIn }) => {
  await walk({ page, site, isMobile, signIn }, walks.buttons);
});

test("E1 E10 E13 the social links are edited", async ({ page, site, isMobile, signIn }) => {
  await walk({ page, site, isMobile, signIn }, walks.social);
});

test("E1 E6 E9 E13 the contact is edited", async ({ page, site, isMobile, signIn }) => {
  await walk({ page, site, isMobile, signIn }, walks.contact);
});

test("E1 E2 E3 E4 E5 E13 the download page is edited", async ({ page, site, isMobile, signIn }) => {
  await walk({ page, site, isMobile, signIn }, walks.download);
});

test.describe("on a phone only, because the width does not matter", () => {
  test.skip(({ isMobile }) => !isMobile);

  test("E6 E9 E10 a typed contact is normalised, and the form shows the result before and after saving", async ({
    page,
    site,
    signIn,
  }) => {
    await signIn();
    await page.clock.install();
    for (const [screen, field, typed, meaning, column, kept] of [
      ["instagram", "instagram", "@surya", "Opens", "instagram_link", "https://instagram.com/surya"],
      ["website", "website", "Surya.in/shop", "Opens", "website_link", "https://surya.in/shop"],
      ["whatsapp", "chatLink", "૯૮૨૫૦ ૯૮૨૫૦", "Opens", "whatsapp_link", "https://wa.me/919825098250"],
      ["phone", "phone", "98250 98250", "Calls +919825098250", "phone", "98250 98250"],
    ] as const) {
      await page.goto(`/admin/edit-${screen}`);
      await control(page, field).fill(typed);
      const hint = page.locator("form").getByText(meaning === "Opens" ? `Opens ${kept}` : meaning, { exact: true });
      await expect(hint).toBeVisible();
      await save(page).click();
      await expect(page.getByText("Success", { exact: true })).toBeVisible();
      await expect(control(page, field)).toHaveValue(kept);
      const [row] = await site.sql("select * from website_content order by updated_at desc limit 1");
      expect(row?.[column]).toBe(kept);
    }
    await page.goto("/admin/edit-instagram");
    await control(page, "instagram").fill("https://m.facebook.com/surya");
    await save(page).click();
    await expect(page.getByText(words.en["issue.other_platform"].replace("{field}", "Instagram URL"))).toBeVisible();
    expect(await (await page.request.get("/contact.vcf")).text()).toContain(":+919825098250");
  });

  test("E2 E5 C9 a phone's bars cover neither the message of a refused field nor a toast", async ({ page, signIn }) => {
    await signIn();
    const edge = async (part: Locator) => {
      const box = await part.boundingBox();
      return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) };
    };
    for (const [screen, field, message] of [
      ["qr-code", "qrLabel", "QR code label is required"],
      ["address", "zip", "Zip code is required"],
    ] as const) {
      await page.goto(`/admin/edit-${screen}`);
      await control(page, field).fill("");
      await page.evaluate(() => window.scrollTo(0, 0));
      await save(page).tap();
      await expect(control(page, field)).toBeFocused();
      const bar = await edge(save(page).locator(".."));
      expect((await edge(page.getByText(message))).bottom).toBeLessThan(bar.top);
      await control(page, field).fill("Again");
      await save(page).tap();
      const toast = page.getByRole("region", { name: words.en["common.notifications"] });
      const header = await edge(page.getByRole("banner"));
      const said = await edge(toast.getByText("Success", { exact: true }).locator("../.."));
      expect(said.top).toBeGreaterThan(header.bottom);
      expect(said.bottom).toBeLessThan(bar.top);
    }
  });

  test.describe("when saving fails", () => {
    test.use({ expectedErrors: [/503|409|401|Failed to load resource|net::ERR/] });

    test("E1 a failed save shows the screen's own message, stays on the screen and keeps the text", async ({
      page,
      signIn,
    }) => {
      await signIn();
      for (const [screen, field, text, title, failure] of [
        ["tagline", "tagline", "Typed without a connection", "Error", "Failed to update tagline"],
        ["address", "city", "Rajkot", "Update failed", "There was a problem updating the business address."],
      ] as const) {
        await page.goto(`/admin/edit-${screen}`);
        await control(page, field).fill(text);
        await page.route("**/api/v1/site", (route) => route.abort("connectionrefused"));
        await save(page).click();
        await expect(page.getByText(title, { exact: true })).toBeVisible();
        await expect(page.getByText(failure)).toBeVisible();
        await expect(page.getByText(words.en["error.offline"])).toBeVisible();
        await expect(control(page, field)).toHaveValue(text);
        await page.unroute("**/api/v1/site");
        await save(page).click();
        await expect(page.getByText("Success", { exact: true })).toBeVisible();
        await expect(page).toHaveURL(/\/admin\/dashboard$/);
      }
    });

    test("C3 while PostgreSQL is down a save fails with a message and keeps the text; afterwards it succeeds", async ({
      browser,
    }) => {
      const site = await openSite();
      const context = await browser.newContext({ baseURL: site.baseURL });
      await context.request.post("/api/v1/session", { data: site.owner });
      const page = await context.newPage();
      await page.goto("/admin/edit-tagline");
      const input = control(page, "tagline");
      await input.fill("Typed while the database was away");
      const name = new URL(site.databaseURL).pathname.slice(1);
      const admin = new URL(site.databaseURL);
      admin.pathname = "/postgres";
      await site.sqlOn(admin.href, `alter database ${name} allow_connections false`);
      await site.sqlOn(admin.href, "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      await save(page).click();
      await expect(page.getByText("Failed to update tagline")).toBeVisible();
      await expect(page.getByText(words.en["error.unavailable"])).toBeVisible();
      await expect(input).toHaveValue("Typed while the database was away");
      await expect.poll(async () => (await context.request.get("/readyz")).status()).toBe(503);
      expect((await context.request.get("/")).status()).toBe(200);

      await site.sqlOn(admin.href, `alter database ${name} allow_connections true`);
      await expect.poll(async () => (await context.request.get("/readyz")).status()).toBe(200);
      await save(page).click();
      await expect(page.getByText("Success", { exact: true })).toBeVisible();
      expect(await (await context.request.get("/")).text()).toContain("Typed while the database was away");
      await context.close();
      await site.close();
    });

    test("C3 the second of two tabs sees both texts of a conflict and decides", async ({ page, context, signIn }) => {
      await signIn();
      const other = await context.newPage();
      for (const tab of [page, other]) await tab.goto("/admin/edit-tagline");
      const input = control(page, "tagline");
      await control(other, "tagline").fill("From the other tab");
      await input.fill("From this tab");
      await save(other).click();
      await expect(other).toHaveURL(/\/admin\/dashboard$/);
      await save(page).click();
      await expect(page.getByText(words.en["error.conflict"])).toBeVisible();
      await expect(page.getByText("From the other tab").first()).toBeVisible();
      await expect(input).toHaveValue("From this tab");
      await save(page).click();
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      expect(await (await page.request.get("/")).text()).toContain("From this tab");
    });

    test("A4 if the session ends while the owner types, the save continues after signing in on the same screen", async ({
      page,
      signIn,
      site,
    }) => {
      await signIn();
      await page.goto("/admin/edit-tagline");
      const input = control(page, "tagline");
      await input.fill("Typed before the session ended");
      await site.sql("delete from sessions");
      await save(page).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(words.en["admin.sessionEnded"], { exact: true })).toBeVisible();
      await dialog.getByLabel(words.en["admin.email"]).fill(site.owner.email);
      await dialog.getByLabel(words.en["admin.password"], { exact: true }).fill(site.owner.password);
      await dialog.getByRole("button", { name: words.en["admin.login"], exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      expect(await (await page.request.get("/")).text()).toContain("Typed before the session ended");
    });
  });

  test.describe("the live preview", () => {
    test.use({ expectedErrors: [/net::ERR/] });

    test("E1 E11 shows the whole page with the typed text, scrolls, and stays while the connection is lost", async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto("/admin/edit-tagline");
      const shown = preview(page);
      await expect(shown.getByText(words.en["home.welcome"], { exact: true })).toBeVisible();
      await expect(shown.getByText(words.en["home.contact"], { exact: true })).toBeVisible();
      await expect(shown.getByAltText("Digital Market")).toBeVisible();
      const input = control(page, "tagline");
      await input.fill("Since 1998 in Rajkot");
      await expect(shown.getByText("Since 1998 in Rajkot")).toBeVisible();

      const root = shown.locator("html");
      await scroller(page).evaluate((box) => box.scrollTo(0, 84));
      await expect.poll(() => root.evaluate((html) => html.scrollTop)).toBe(120);
      await input.fill("Since 1999 in Rajkot");
      await expect(shown.getByText("Since 1999 in Rajkot")).toBeVisible();
      expect(await root.evaluate((html) => html.scrollTop)).toBe(120);

      await page.route("**/api/v1/preview?*", (route) => route.abort("connectionrefused"));
      const unanswered = page.waitForEvent("requestfailed");
      await input.fill("Since 2000 in Rajkot");
      await unanswered;
      await expect(shown.getByText("Since 1999 in Rajkot")).toBeVisible();
      await page.unroute("**/api/v1/preview?*");

      await page.locator("label", { hasText: words.en["language.hi"] }).click();
      await control(page, "tagline").fill("राजकोट में 1998 से");
      await expect(shown.getByText("राजकोट में 1998 से")).toBeVisible();
      await expect(shown.getByText(words.hi["home.welcome"], { exact: true })).toBeVisible();
      await expect(root).toHaveAttribute("lang", "hi");
    });

    test("E5 scrolls to the field at the start and when it changes", async ({ page, signIn }) => {
      await signIn();
      await page.goto("/admin/edit-qr-code");
      const inSight = (text: string) =>
        preview(page)
          .getByText(text)
          .evaluate((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return top >= 0 && bottom <= window.innerHeight;
          });
      await expect.poll(() => inSight("Scan to Visit")).toBe(true);
      await scroller(page).evaluate((box) => box.scrollTo(0, 0));
      await expect.poll(() => inSight("Scan to Visit")).toBe(false);
      await control(page, "qrLabel").fill("Our menu");
      await expect.poll(() => inSight("Our menu")).toBe(true);
    });
  });

  test("E1 the button says Saving... and is disabled during a save; E3 the screen says that it is loading", async ({
    page,
    signIn,
  }) => {
    await signIn();
    let release = () => {};
    const held = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    let wait = held();
    await page.route("**/api/v1/site{,/stored}", async (route) => {
      await wait;
      await route.continue();
    });
    await page.goto("/admin/edit-app-download");
    await expect(page.getByText("Loading content...")).toBeVisible();
    release();
    await control(page, "googlePlayTitle").fill("Take it from");
    wait = held();
    await save(page).click();
    await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    release();
    await expect(page.getByText("App download links have been updated successfully.")).toBeVisible();
  });

  test("E2 an address saved on the contact screen is split into its parts on the address screen, in each language", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await page.goto("/admin/edit-contact-address");
    await control(page, "address").fill("Hazratganj\nLucknow, Uttar Pradesh 226001\nIndia");
    await page.locator("label", { hasText: "ગુજરાતી" }).click();
    await control(page, "address").fill("હઝરતગંજ\nલખનઉ, ઉત્તર પ્રદેશ 226001\nભારત");
    await save(page).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.goto("/admin/edit-address");
    const parts = async () =>
      Promise.all(["street", "city", "state", "zip", "country"].map((name) => control(page, name).inputValue()));
    await expect.poll(parts).toEqual(["Hazratganj", "Lucknow", "Uttar Pradesh", "226001", "India"]);
    await page.locator("label", { hasText: "ગુજરાતી" }).click();
    await expect.poll(parts).toEqual(["હઝરતગંજ", "લખનઉ", "ઉત્તર પ્રદેશ", "226001", "ભારત"]);
    await control(page, "businessHours").fill("સોમવારથી શનિવાર: સવારે 10થી સાંજે 8");
    await save(page).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    const html = await (await page.request.get("/gu/download")).text();
    expect(html).toContain("લખનઉ, ઉત્તર પ્રદેશ 226001");
    expect(html).toContain("સોમવારથી શનિવાર: સવારે 10થી સાંજે 8");
    const [row] = await site.sql<{ address: string }>("select address from website_content order by id desc limit 1");
    expect(row?.address).toBe("Hazratganj\nLucknow, Uttar Pradesh 226001\nIndia");
  });

  test("E5 the QR code has a preview, a pale colour shows a warning, and an invalid setting is shown as its default", async ({
    page,
    signIn,
    site,
  }) => {
    await signIn();
    await site.sql(
      `insert into website_content (qr_code_settings) values ('{"size": "huge", "color": "#123456", "label": {}}')`,
    );
    await page.goto("/admin/edit-qr-code");
    await expect(control(page, "qrUrl")).toHaveValue(site.baseURL);
    await expect(control(page, "qrSize")).toHaveValue("200");
    await expect(page.locator('form input[value="#DAA520"]')).toBeChecked();
    await expect(control(page, "qrLabel")).toHaveValue("Scan to Visit");
    await expect(control(page, "qrDescription")).toHaveValue("Scan with any QR scanner to visit our digital profile");
    const code = preview(page).locator('img[src^="data:image/svg+xml"]');
    await expect(code).toHaveAttribute("alt", new RegExp(`${site.baseURL}/download`));
    await expect(code).not.toHaveAttribute("src", /DAA520/); // a camera could not read it
    const warning = page.getByText(words.en["qr.faint"]);
    await expect(warning).toBeVisible();
    await expect(page.getByRole("link", { name: words.en["download.qr.printSvg"] })).toHaveAttribute(
      "href",
      "/qr/print.svg?save",
    );

    await page.locator("label", { has: page.locator('input[value="#1E40AF"]') }).click();
    await control(page, "qrUrl").fill("https://loom.example/menu");
    await control(page, "qrSize").fill("300");
    await control(page, "qrLabel").fill("Our menu");
    await expect(code).toHaveAttribute("src", /1E40AF/);
    await expect(code).toHaveAttribute("alt", /https:\/\/loom\.example\/menu/);
    await expect(code).toHaveAttribute("width", "300");
    await expect(preview(page).getByText("Our menu")).toBeVisible();
    await expect(warning).toBeHidden();
    await control(page, "qrUrl").fill("not an address");
    await expect(code).toHaveAttribute("alt", new RegExp(`${site.baseURL}/download`));
  });

  test("E6 without a stored link the form offers a chat link to the phone number, and keeps the typed message", async ({
    page,
    signIn,
  }) => {
    await signIn();
    const message = "નમસ્તે! 100% સાચું? & વધુ";
    await page.goto("/admin/edit-whatsapp");
    await expect(control(page, "chatLink")).toHaveValue("https://wa.me/910000000000");
    await control(page, "chatMessage").fill(message);
    await save(page).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.goto("/admin/edit-whatsapp");
    await expect(control(page, "chatLink")).toHaveValue("https://wa.me/910000000000");
    await expect(control(page, "chatMessage")).toHaveValue(message);
    const link = preview(page).getByLabel(/^WhatsApp/);
    await expect(link).toHaveAttribute("href", `https://wa.me/910000000000?text=${encodeURIComponent(message)}`);
  });

  test("E8 the owner's feedback reaches the inbox", async ({ page, signIn, site }) => {
    await signIn();
    await page.goto("/admin/send-feedback");
    const input = page.getByLabel("Feedback", { exact: true });
    await input.fill("Too short");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Feedback must be at least 10 characters")).toBeVisible();
    await input.fill("Please let me choose the colours of the buttons.");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByText("Feedback sent successfully. Thank you!")).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    const [row] = await site.sql(
      "select * from feedback where feedback_type = 'owner_feedback' order by id desc limit 1",
    );
    expect(row).toMatchObject({
      comment: "Please let me choose the colours of the buttons.",
      email: site.owner.email,
      status: "pending",
    });
  });

  test("E1 leaving with unsaved text asks first, and the text is restored later and after a reload", async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/edit-tagline");
    await control(page, "tagline").fill("Not saved yet");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: words.en["admin.leave.stay"] }).click();
    await expect(control(page, "tagline")).toHaveValue("Not saved yet");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await dialog.getByRole("button", { name: words.en["admin.leave.go"] }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);

    await page.goBack();
    await expect(control(page, "tagline")).toHaveValue("Not saved yet");
    let asked = "";
    page.once("dialog", (dialog) => {
      asked = dialog.type();
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toBe("beforeunload");
    await expect(control(page, "tagline")).toHaveValue("Not saved yet");
    await expect(page.getByText(words.en["admin.restored"])).toBeVisible();
    await page.getByRole("button", { name: words.en["admin.restored.discard"] }).click();
    await expect(control(page, "tagline")).toHaveValue("Digital Marketing Solutions");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  test("E1 leaving with unsaved text and going back before the next screen renders does not ask again", async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto("/admin/edit-tagline");
    await control(page, "tagline").fill("Not saved yet");
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.evaluate(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...step) => {
        push(...step);
        history.back();
      };
    });
    const turnedBack = page.evaluate(
      () => new Promise<void>((done) => addEventListener("popstate", () => done(), { once: true })),
    );
    await page.getByRole("dialog").getByRole("button", { name: words.en["admin.leave.go"] }).click();
    await turnedBack;
    await expect(page).toHaveURL(/\/admin\/edit-tagline$/);
    await expect(page.getByRole("dialog")).not.toBeVisible();
    await expect(control(page, "tagline")).toHaveValue("Not saved yet");
  });

  for (const lang of ["hi", "gu"] as const) {
    test(`E11 the tagline can be written in ${lang}, and the page does not show it once it is emptied`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      const text = lang === "hi" ? "आपके व्यापार का डिजिटल साथी" : "તમારા વ્યવસાયનો ડિજિટલ સાથી";
      for (const value of [text, ""]) {
        await page.goto("/admin/edit-tagline");
        await page.locator("label", { hasText: words.en[`language.${lang}`] }).click();
        await control(page, "tagline").fill(value);
        await save(page).click();
        await expect(page.getByText("Success", { exact: true })).toBeVisible();
        const html = await (await page.request.get(`/${lang}`)).text();
        expect(html.includes(text)).toBe(value !== "");
      }
    });
  }
});

test("E5 D4 the QR code is downloaded from its screen, with the saved settings", async ({
  page,
  signIn,
  site,
  isMobile,
}) => {
  await signIn();
  await saveSite(page, site, { qrCodeSettings: { color: "#1E40AF" } });
  await page.goto("/admin/edit-qr-code");
  const file = async (text: "png" | "svg" | "printPng" | "printSvg") => {
    const download = page.waitForEvent("download");
    const link = page.locator("main").getByRole("link", { name: words.en[`download.qr.${text}`] });
    await (isMobile ? link.tap() : link.click());
    const saved = await download;
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
  };
  for (const [text, name] of [
    ["png", "qr-screen.png"],
    ["printPng", "qr-print.png"],
  ] as const) {
    const { name: called, bytes } = await file(text);
    expect(called).toBe(name);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes.readUInt32BE(16)).toBe(1200);
  }
  const screen = await file("svg");
  expect(screen.name).toBe("qr-screen.svg");
  expect(screen.bytes.toString()).toContain("#1E40AF");
  expect((await file("printSvg")).bytes.toString()).not.toContain("#1E40AF");
  await expect(page.getByText(words.en["qr.files.unsaved"])).toHaveCount(0);
  await control(page, "qrLabel").fill("Our menu");
  await expect(page.getByText(words.en["qr.files.unsaved"])).toBeVisible();
});
