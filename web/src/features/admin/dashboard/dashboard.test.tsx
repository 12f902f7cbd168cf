import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import type { Site } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { managerKeys } from "../collections";
import { fakeApi, owner } from "../fake-api";
import { pagesIn, type Screen, screenKeys, screens, sections } from "../screens";
import { ShareCard } from "../share/share-card";
import { AuthProvider } from "../sign-in/auth";
import { readPath, writePath } from "../values/at-path";
import { BackupsNotice } from "./backups-notice";
import { Dashboard } from "./dashboard";
import { DashboardEntry } from "./dashboard-entry";
import { FirstRun } from "./first-run";
import { NotificationNotice } from "./notification-notice";
import { PageWays } from "./page-ways";
import { Samples } from "./samples";

const t = translator(en);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  localStorage.clear();
});

function show(content: React.ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <MemoryRouter>{content}</MemoryRouter>
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
}

test("DB1 DB2 DB3 DB5 every screen has an enabled entry in its section, with the value that the screen edits", async () => {
  show(<Dashboard extras={{}} notes={{ history: "ten saves" }} />);
  await page.findByText(t("admin.signedInAs", { email: owner.email }));
  const entryOf = (path: string) => document.querySelector(`a[href="${path}"]`);
  for (const key of screenKeys) {
    const { section, fields: keys }: Screen = screens[key];
    if (!section) continue;
    const entry = entryOf(editPath(key));
    expect(entry?.textContent).toContain(t(`screen.${key}.title`));
    expect(entry?.closest("section")?.textContent).toContain(t(`section.${section}`));
    const value = keys
      .slice(0, 1)
      .map((field) => readPath(api.stored.site, fields[field].path))
      .join();
    expect(entry?.textContent).toContain(t.first([`screen.${key}.note`, ""]) || value);
  }
  for (const key of sections.flatMap(pagesIn))
    expect(entryOf(ownPath(key))?.textContent).toContain(t(`screen.${key}.title`));
  expect(entryOf(ownPath("history"))?.textContent).toContain("ten saves");
});

test("DB1 a folded section shows its entries when clicked", async () => {
  show(<Dashboard extras={{}} folded />);
  const title = await page.findByRole("heading", { name: t("section.contact") });
  const details = title.closest("details");
  expect(details?.open).toBe(false);
  await userEvent.click(title);
  expect(details?.open).toBe(true);
  expect(details?.querySelector(`a[href="${editPath("phone")}"]`)).not.toBeNull();
});

test("every screen that edits the page has exactly one entry on the Page tab", async () => {
  show(<PageWays />);
  await page.findByText(t("shelf.home"));
  for (const path of [...[...screenKeys, ...managerKeys].map(editPath), ...["translations", "history"].map(ownPath)]) {
    expect(document.querySelectorAll(`section a[href="${path}"]`)).toHaveLength(1);
  }
});

test("DB6 a disabled entry says Coming Soon", async () => {
  const entry: Screen = screens.tagline;
  entry.soon = true;
  show(<DashboardEntry screen="tagline" site={api.stored.site} />);
  await userEvent.click(page.getByRole("button", { name: /Tagline/ }));
  page.getByText("Coming Soon");
  page.getByText("This feature will be available soon.");
  delete entry.soon;
});

test("the first steps are five: the name is confirmed, and the others lead to their screens", async () => {
  show(<FirstRun />);
  await page.findByText(t("firstRun.name", { name: "Digital Market" }));
  page.getByText(t("firstRun.progress", { done: 0, total: 5 }));
  const [list] = page.getAllByRole("list");
  const paths = [...(list?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(paths).toEqual([
    editPath("brand-name"),
    ownPath("trade"),
    editPath("profile-image"),
    editPath("phone"),
    `${dashboardPath}?share`,
  ]);
  await userEvent.click(page.getByRole("button", { name: t("firstRun.name.yes") }));
  await waitFor(() => expect(api.stored.site.named).toBe("yes"));
  await page.findByText(t("firstRun.progress", { done: 1, total: 5 }));
  expect(page.queryByText(t("firstRun.name", { name: "Digital Market" }))).toBeNull();
});

test("other samples are folded below the first steps, and each can be filled in or left out", async () => {
  show(<FirstRun />);
  const what = t("field.linkedin.label");
  const fillIn = await page.findByRole("link", { name: t("firstRun.fillIn.name", { what }), hidden: true });
  expect(fillIn.getAttribute("href")).toBe(editPath("linkedin"));
  expect(fillIn.closest("details")?.open).toBe(false);
  await userEvent.click(page.getByRole("button", { name: t("firstRun.leaveOut.name", { what }), hidden: true }));
  await page.findByText(t("firstRun.leftOut", { what }));
  expect(api.stored.site.show.linkedin).toBe("no");
  expect(page.queryByRole("link", { name: t("firstRun.fillIn.name", { what }), hidden: true })).toBeNull();
  await userEvent.click(page.getByRole("button", { name: t("admin.undo") }));
  await waitFor(() => expect(api.stored.site.show.linkedin).toBe("yes"));
});

test("the first steps can be hidden and shown again", async () => {
  show(<FirstRun />);
  await userEvent.click(await page.findByRole("button", { name: t("firstRun.hide") }));
  expect(page.queryByText(t("firstRun.title"))).toBeNull();
  expect(localStorage.getItem("first-run")).toBe("hidden");
  page.getByText(t("firstRun.reopen", { done: 0, total: 5 }));
  await userEvent.click(page.getByRole("button", { name: t("firstRun.show") }));
  page.getByText(t("firstRun.title"));
  expect(localStorage.getItem("first-run")).toBeNull();
});

const filledIn = () => {
  const site = Object.values(fields).reduce<Site>((site, { path }) => writePath(site, path, "own"), api.stored.site);
  api.stored = { ...api.stored, site };
};

test("the first evening ends once the link is passed on, on the device where it began", async () => {
  show(<FirstRun />);
  await page.findByText(t("firstRun.progress", { done: 0, total: 5 }));
  cleanup();
  filledIn();
  show(
    <>
      <FirstRun />
      <ShareCard />
    </>,
  );
  await page.findByText(t("firstRun.progress", { done: 4, total: 5 }));
  await userEvent.click(page.getByRole("link", { name: `${t("next.share")}: ${t("sharing.title")}` }));
  const user = userEvent.setup(); // with a clipboard
  await user.click(await page.findByRole("button", { name: t("draftLink.copy") }));
  await waitFor(() => expect(page.queryByText(t("firstRun.title"))).toBeNull());
});

test("one click removes the samples of all lists, and one click restores them", async () => {
  const item = { id: "1", revision: 0, updatedAt: "", published: true, values: {}, translations: {} };
  api.items = { ...api.items, posts: [{ ...item, sample: true }, item], services: [{ ...item, sample: true }] };
  show(<Samples />);
  await page.findByText(t("samples.title", { count: 2 }));
  await userEvent.click(page.getByRole("button", { name: t("samples.remove") }));
  await page.findByText(t("samples.removed"));
  await userEvent.click(page.getByRole("button", { name: t("admin.undo") }));
  await page.findByText(t("samples.restored"));
  const deeds = api.calls.filter(({ path }) => path === "/api/v1/samples").map(({ body }) => body.deed);
  expect(deeds).toEqual(["remove", "restore"]);
});

test("a site in use has no first steps on a new device", async () => {
  filledIn();
  show(
    <>
      <FirstRun />
      <Dashboard extras={{}} />
    </>,
  );
  await page.findByText(t("admin.signedInAs", { email: owner.email }));
  expect(page.queryByText(t("firstRun.title"))).toBeNull();
});

test("home shows the last backup and failures only if backups are set up", async () => {
  const asked = () => waitFor(() => expect(api.calls.some(({ path }) => path === "/api/v1/backups")).toBe(true));
  show(<BackupsNotice />);
  await asked();
  expect(document.body.textContent).not.toContain("backup");
  api.backups = { setUp: true };
  show(<BackupsNotice />);
  await page.findByText(t("backup.first"));
  const at = new Date().toISOString();
  api.backups = { setUp: true, madeAt: at };
  show(<BackupsNotice />);
  await page.findByText(/^Last backup: /);
  api.backups = { setUp: true, madeAt: at, failedAt: at };
  show(<BackupsNotice />);
  expect((await page.findByRole("status")).textContent).toMatch(/Backups are failing.*Last backup/);
});

const notificationAsked = () =>
  waitFor(() => expect(api.calls.some(({ path }) => path === "/api/v1/leads/notification")).toBe(true));

test("home shows no warning while emails about new messages arrive", async () => {
  show(<NotificationNotice />);
  await notificationAsked();
  expect(document.querySelector("#notification")).toBeNull();
});

test("home says that no mail server is set up and links to the inbox", async () => {
  api.notification = { state: "no_mail_server", email: owner.email, testing: false };
  show(<NotificationNotice />);
  await page.findByText(t("notification.no_mail_server.title"));
  page.getByText(t("notification.no_mail_server.text"));
  expect(page.getByRole("link", { name: t("notification.inbox") }).getAttribute("href")).toBe(ownPath("inbox"));
});

test("home warns of failing emails until a test email succeeds", async () => {
  const ok = api.notification;
  api.notification = { ...ok, state: "failing", failedAt: new Date().toISOString() };
  show(<NotificationNotice />);
  await page.findByText(t("notification.failing.title"));
  await userEvent.click(page.getByRole("button", { name: t("notification.test") }));
  await page.findByText(t("notification.test.failed"));
  page.getByText(t("notification.failing.title"));
  api.tested = ok;
  await userEvent.click(page.getByRole("button", { name: t("notification.test") }));
  await page.findByText(t("notification.test.sent"));
  await waitFor(() => expect(page.queryByText(t("notification.failing.title"))).toBeNull());
});
