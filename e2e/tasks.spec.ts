// The owner's most frequent tasks, each from Home and with one thumb. docs/tasks.md lists them with their taps: a
// change that needs more taps has to update that table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Site } from "../scripts/site.ts";
import { expect, test } from "./fixtures.ts";
import { words } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { paint } from "./paint.ts";
import { Thumb } from "./thumb.ts";

const t = words.en;
const mostTaps = 8;

/** The taps of each task in docs/tasks.md, whose columns are task, taps before and taps now. */
const documented = new Map(
  readFileSync(join(import.meta.dirname, "../docs/tasks.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6 && /^\d+$/.test(cells[4] ?? ""))
    .map(([, , task = "", , now]) => [task, Number(now)] as const),
);

/** A site in use: it has its owner's data, and no first steps are left. */
const atWork = {
  named: "yes",
  brandName: "Surya Bakery",
  tagline: "Bread since 1998 in Rajkot",
  profileImage: "/placeholder.svg",
  socialLinks: { instagram: "https://instagram.com/surya" },
  businessHours: "Monday to Saturday: 9:00 AM to 6:00 PM",
  contact: { address: "Ring Road\nSurat, Gujarat 395003\nIndia", phone: "+91 98250 54321" },
};

type Deed = { page: Page; site: Site; thumb: Thumb };

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).filter({ visible: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const tab = (page: Page, path: string) =>
  page.getByRole("navigation", { name: t["admin.navigation"] }).filter({ visible: true }).locator(`a[href="${path}"]`);
/** Home's shortcuts to the most frequent tasks. */
const quick = (page: Page, path: string) =>
  page.getByRole("navigation", { name: t["quick.label"] }).locator(`a[href="${path}"]`);

/** Opens a screen through the search. */
async function find({ page, thumb }: Deed, word: string, path: string) {
  await thumb.type(page.getByRole("combobox", { name: t["find.label"] }), word);
  await thumb.tap(page.locator(`[role=option] >> nth=0`));
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

/** Puts a message into the inbox. */
const message = (site: Site, name: string, status = "pending") =>
  site.sql(
    `insert into feedback (name, email, phone, comment, feedback_type, status, company, services, language, page, source, consent, flag, idempotency_key, digest)
     values ($1, 'mills@example.in', '98250 12345', 'Bread for a hundred guests', 'quote_request', $2, $1, '{}', 'gu', '/', '', '', '', gen_random_uuid()::text, '')`,
    [name, status],
  );

const openLead = async ({ page, thumb }: Deed) => {
  await thumb.tap(tab(page, "/admin/inbox"));
  await thumb.tap(page.locator("[data-lead]").first());
};

const save = ({ page, thumb }: Deed) => thumb.tap(button(page, t["admin.save"]));

const shows = async ({ page }: Deed, text: string, path = "/") =>
  expect.poll(async () => (await page.request.get(path)).text()).toContain(text);

/** Each task starts on Home. */
const tasks: Record<string, (deed: Deed) => Promise<void>> = {
  "Change the opening hours": async (deed) => {
    await deed.thumb.tap(quick(deed.page, "/admin/hours"));
    const day = t["hours.day.mon"];
    await deed.thumb.tap(deed.page.getByRole("button", { name: day }));
    await deed.thumb.goOn(deed.page.getByLabel(`${day}: ${t["opening.opens"]}`, { exact: true }), "10:00");
    await save(deed);
    await shows(deed, "Monday: 10:00 AM to 6:00 PM", "/download");
  },
  "Change the phone number": async (deed) => {
    await deed.thumb.tap(quick(deed.page, "/admin/edit-phone"));
    await deed.thumb.goOn(field(deed.page, t["field.phone.label"]), "98250 98250");
    await save(deed);
    await shows(deed, "tel:+919825098250");
  },
  "Change the picture": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-profile-image"));
    const chosen = page.waitForEvent("filechooser");
    await thumb.tap(page.getByText(t["picture.another"], { exact: true }));
    const buffer = paint(240, 240, () => [245, 158, 11]);
    await (await chosen).setFiles({ name: "sun.png", mimeType: "image/png", buffer });
    await thumb.tap(button(page, t["picture.use"]));
    await expect(page.getByText(t["picture.ready"])).toBeVisible();
    await save(deed);
    await shows(deed, "/media/");
  },
  "Change the Instagram link": async (deed) => {
    await find(deed, "insta", "/admin/edit-(social-links|instagram)"); // both screens have the field
    await deed.thumb.goOn(field(deed.page, t["field.instagram.label"]), "@surya.rajkot");
    await save(deed);
    await shows(deed, "instagram.com/surya.rajkot");
  },
  "Add a link": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-blocks?new=link"));
    await thumb.type(field(page, t["item.blocks.title"]), "Our menu");
    await thumb.type(field(page, t["item.blocks.address"]), "surya.in/menu");
    await save(deed);
    await shows(deed, "https://surya.in/menu");
  },
  "Put a link first": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-blocks"));
    const rows = page.getByRole("rowheader");
    await thumb.carry(button(page, t["manager.order.handle"].replace("{title}", "Our menu")), rows.first());
    await expect(rows.first()).toContainText("Our menu");
  },
  "Hide a link": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-blocks"));
    await thumb.tap(button(page, t["shown.toggle"].replace("{title}", "Our menu")));
    await expect.poll(async () => (await page.request.get("/")).text()).not.toContain("Our menu");
  },
  "Choose another colour": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-looks"));
    await thumb.tap(page.getByText(t["field.accent.option.#1F5FC4"], { exact: true }));
    await save(deed);
    await expect(page).toHaveURL(/dashboard$/);
  },
  "Answer a message on WhatsApp": async (deed) => {
    await openLead(deed);
    const way = deed.page.getByRole("link", { name: /WhatsApp/ }).filter({ visible: true });
    await expect(way).toHaveAttribute("href", /^https:\/\/wa\.me\/919825012345/);
    const [chat] = await Promise.all([deed.page.waitForEvent("popup"), deed.thumb.tap(way)]);
    await chat.close();
  },
  "Mark a message as won": async (deed) => {
    await openLead(deed);
    await deed.thumb.tap(button(deed.page, t["inbox.move.won"]));
    await expect(deed.page.getByText("Textile Mills: Won")).toBeVisible();
  },
  "Note something about a customer": async (deed) => {
    const { page, thumb } = deed;
    await openLead(deed);
    await thumb.tap(page.getByRole("heading", { name: t["inbox.history"] }));
    await thumb.type(page.getByLabel(t["inbox.note"]), "Wants it by Friday");
    await thumb.tap(button(page, t["inbox.note.add"]));
    await expect(page.getByRole("listitem").filter({ hasText: "Wants it by Friday" })).toBeVisible();
  },
  "Find an old customer": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(tab(page, "/admin/inbox"));
    await thumb.type(page.getByRole("searchbox"), "station");
    await thumb.tap(page.locator("[data-lead]", { hasText: "Station Tea" }));
    await expect(page.getByRole("heading", { level: 2, name: "Station Tea" })).toBeVisible();
  },
  "Take all messages to a spreadsheet": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(tab(page, "/admin/inbox"));
    await thumb.tap(page.locator("main summary", { hasText: t["inbox.tools"] }));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      thumb.tap(page.getByRole("link", { name: /CSV/ })),
    ]);
    expect(file.suggestedFilename()).toMatch(/^leads-.*\.csv$/);
  },
  "Publish an article": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-blog?new"));
    await thumb.type(field(page, t["item.posts.title"]), "Bread for the festival");
    await thumb.type(page.getByRole("textbox", { name: t["item.posts.content"] }), "We bake all night before Diwali.");
    await thumb.tap(button(page, t["publish.now"]));
    await shows(deed, "We bake all night", "/blog/bread-for-the-festival");
  },
  "Correct an article": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-blog"));
    await thumb.tap(page.getByRole("rowheader").first().getByRole("link"));
    await thumb.type(field(page, t["item.posts.title"]), "A better title");
    await save(deed);
    await shows(deed, "A better title", "/blog");
  },
  "Correct a word in Gujarati": async (deed) => {
    const { page, thumb } = deed;
    await find(deed, "tagline", "/admin/edit-tagline");
    await thumb.tap(page.locator("main form label", { hasText: t["language.gu"] }));
    await thumb.type(
      page.locator("input[lang=gu], textarea[lang=gu]").filter({ visible: true }),
      "૧૯૯૮થી રાજકોટમાં બ્રેડ",
    );
    await save(deed);
    await shows(deed, "૧૯૯૮થી રાજકોટમાં બ્રેડ", "/gu");
  },
  "Bring yesterday's text back": async (deed) => {
    const { page, thumb } = deed;
    await saveSite(page, deed.site, { tagline: "A slip of the thumb" });
    await thumb.tap(quick(page, "/admin/history"));
    const newest = page.locator("main ol > li").first();
    await thumb.tap(newest.locator("summary"));
    await thumb.tap(newest.getByRole("button", { name: t["history.restore.before"] }));
    await shows(deed, atWork.tagline);
  },
  "Print the QR code": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(button(page, t["sharing.title"]));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      thumb.tap(page.getByRole("dialog").getByRole("link", { name: t["codes.print.png"], exact: true })),
    ]);
    expect(file.suggestedFilename()).toBe("qr-home.png");
  },
  "Add a service": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-services"));
    await thumb.tap(link(page, t["manager.services.add"]));
    await thumb.type(field(page, t["item.services.title"]), "Wedding cakes");
    await thumb.type(field(page, t["item.services.description"]), "Three tiers, delivered");
    await thumb.tap(page.getByRole("group", { name: t["item.services.icon"] }).getByRole("button").first());
    await save(deed);
    await shows(deed, "Wedding cakes", "/services");
  },
  "Hide a service": async (deed) => {
    const { page, thumb } = deed;
    await thumb.tap(quick(page, "/admin/edit-services"));
    await thumb.tap(button(page, t["manager.actions.more"].replace("{title}", "Cakes")));
    await thumb.tap(button(page, t["shown.toggle"].replace("{title}", "Cakes")));
    await expect.poll(async () => (await page.request.get("/services")).text()).not.toContain("Cakes");
  },
  "Send my page on WhatsApp": async ({ page, thumb, site }) => {
    await thumb.tap(button(page, t["sharing.title"]));
    const way = page.getByRole("dialog").getByRole("link", { name: new RegExp(t["sharing.whatsapp"]) });
    const { searchParams } = new URL((await way.getAttribute("href")) ?? "");
    expect(searchParams.get("text")).toBe(`${atWork.brandName}\n${t["sharing.message"]} ${site.baseURL}/`);
    const [chat] = await Promise.all([page.waitForEvent("popup"), thumb.tap(way)]);
    await chat.close();
  },
};

test("docs/tasks.md lists these tasks, and none takes more than eight taps", () => {
  expect([...documented.keys()]).toEqual(Object.keys(tasks));
  expect(Object.keys(tasks)).toHaveLength(21);
  expect(Math.max(...documented.values())).toBeLessThanOrEqual(mostTaps);
});

for (const [task, does] of Object.entries(tasks)) {
  test(`with one thumb: ${task}`, async ({ page, signIn, site }) => {
    await signIn();
    const stored = await (await page.request.get("/api/v1/site/stored")).json();
    const shown = new Set(["instagram", "phone", "address", "download", "blog", "services"]);
    const show = Object.fromEntries(
      Object.keys(stored.site.show).map((part) => [part, shown.has(part) ? "yes" : "no"]),
    );
    await saveSite(page, site, { ...atWork, show }, { gu: { tagline: "૧૯૯૮થી રાજકોટમાં બ્રડ" } });
    const item = async (list: string, values: Record<string, string>) => {
      const made = await page.request.post(`/api/v1/${list}`, {
        data: { values },
        headers: { "Idempotency-Key": crypto.randomUUID() },
      });
      expect(made.status(), await made.text()).toBe(201);
    };
    for (const title of ["Order a cake", "Our menu"])
      await item("blocks", { kind: "link", title, address: "https://surya.in/menu" });
    await item("services", { title: "Cakes", description: "For every feast", icon: "Cake" });
    await item("posts", {
      title: "Our oven",
      content: "<p>It is old.</p>",
      author: "Surya Bakery",
      date: "2026-01-01",
    });
    await site.sql("delete from feedback");
    await message(site, "Station Tea", "won");
    await message(site, "Textile Mills");
    await page.goto("/admin/dashboard");
    const thumb = new Thumb(page);
    await thumb.during(task, () => does({ page, site, thumb }));
    expect.soft(thumb.total, task).toBe(documented.get(task));
  });
}
