import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../locales/en.json";
import { fields } from "../../api/fields.gen";
import { LanguageProvider } from "../../i18n/language";
import { translator } from "../../i18n/words";
import { readPath } from "../../lib/at-path";
import { editPath } from "../../paths";
import { Toaster } from "../../ui/toaster";
import { AuthProvider } from "./auth";
import { Dashboard } from "./dashboard";
import { DashboardEntry } from "./dashboard-entry";
import { fakeApi, owner } from "./fake-api";
import { type Screen, screenKeys, screens } from "./screens";

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

test("DB2 every screen has its entry in its section, with the value it edits", async () => {
  show(<Dashboard extras={{}} />);
  await page.findByText(t("admin.signedInAs", { email: owner.email }));
  for (const key of screenKeys) {
    const {
      section,
      fields: [field],
    }: Screen = screens[key];
    const entry = page.getByRole("link", { name: new RegExp(t(`screen.${key}.title`)) });
    expect(entry.getAttribute("href")).toBe(editPath(key));
    expect(entry.closest("section")?.textContent).toContain(t(`section.${section}`));
    if (field) expect(entry.textContent).toContain(readPath(api.stored.site, fields[field].path));
  }
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
