import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import type { Site } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { editPath, ownPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { fakeApi, owner } from "../fake-api";
import { pageKeys, type Screen, screenKeys, screens } from "../screens";
import { AuthProvider } from "../sign-in/auth";
import { readPath, writePath } from "../values/at-path";
import { Dashboard } from "./dashboard";
import { DashboardEntry } from "./dashboard-entry";
import { FirstRun } from "./first-run";

const t = translator(en);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
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

test("DB1 DB2 DB3 DB5 every screen has its entry in its section, enabled, with the value it edits", async () => {
  show(<Dashboard extras={{}} notes={{ history: "ten saves" }} />);
  await page.findByText(t("admin.signedInAs", { email: owner.email }));
  const entryOf = (path: string) => document.querySelector(`a[href="${path}"]`);
  for (const key of screenKeys) {
    const { section, fields: keys }: Screen = screens[key];
    const entry = entryOf(editPath(key));
    expect(entry?.textContent).toContain(t(`screen.${key}.title`));
    expect(entry?.closest("section")?.textContent).toContain(t(`section.${section}`));
    const value = keys.map((field) => readPath(api.stored.site, fields[field].path)).find(Boolean) ?? "";
    expect(entry?.textContent).toContain(t.first([`screen.${key}.note`, ""]) || value);
  }
  for (const key of pageKeys) expect(entryOf(ownPath(key))?.textContent).toContain(t(`screen.${key}.title`));
  expect(entryOf(ownPath("history"))?.textContent).toContain("ten saves");
});

test("DB6 an entry that is not enabled says Coming Soon", async () => {
  const entry: Screen = screens.tagline;
  entry.soon = true;
  show(<DashboardEntry screen="tagline" site={api.stored.site} />);
  await userEvent.click(page.getByRole("button", { name: /Tagline/ }));
  page.getByText("Coming Soon");
  page.getByText("This feature will be available soon.");
  delete entry.soon;
});

test("the first-run list tells what is still sample content, and goes when the owner says so", async () => {
  const sample = {
    id: "1",
    revision: 0,
    updatedAt: "",
    published: true,
    values: { title: "Sample" },
    translations: {},
  };
  api.items = {
    ...api.items,
    posts: [sample],
    portfolio: [sample],
    services: [sample, { ...sample, id: "2", revision: 3 }],
  };
  api.stored = { ...api.stored, site: { ...api.stored.site, brandName: "Loom & Sons" } };
  show(<FirstRun />);
  await page.findByText(t("firstRun.step.picture"));
  page.getByText(t("firstRun.step.portfolio"));
  page.getByText(t("firstRun.step.blog"));
  expect(page.queryByText(t("firstRun.step.name"))).toBeNull();
  expect(page.queryByText(t("firstRun.step.services"))).toBeNull();
  page.getByText(t("firstRun.progress", { done: 2, total: 11 }));
  await userEvent.click(page.getByRole("button", { name: t("firstRun.hide") }));
  expect(page.queryByText(t("firstRun.title"))).toBeNull();
  expect(localStorage.getItem("first-run")).toBe("hidden");
});

test("the first-run list is gone once nothing of the sample is left", async () => {
  const site = Object.values(fields).reduce<Site>((site, { path }) => writePath(site, path, "own"), api.stored.site);
  api.stored = { ...api.stored, site };
  const mine = { id: "2", revision: 3, updatedAt: "", published: true, values: {}, translations: {} };
  api.items = { ...api.items, posts: [mine], portfolio: [], services: [mine] };
  show(
    <>
      <FirstRun />
      <Dashboard extras={{}} />
    </>,
  );
  await page.findByText(t("admin.signedInAs", { email: owner.email }));
  expect(page.queryByText(t("firstRun.title"))).toBeNull();
});
