import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { Toaster } from "../../../ui/toaster";
import { fakeApi } from "../fake-api";
import { AuthProvider } from "../sign-in/auth";
import { OfferedChoice } from "./offered-choice";

const t = translator(en);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  localStorage.clear();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <OfferedChoice />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
});

const choice = (name: string) => page.getByRole<HTMLInputElement>("switch", { name });
const saves = () => api.calls.filter(({ method }) => method === "PATCH");

test("a switch offers a language or takes it off the site, and the primary language stays", async () => {
  const user = userEvent.setup();
  await waitFor(() => expect(choice("हिंदी").checked).toBe(true));
  expect(choice("English").disabled).toBe(true);
  await user.click(choice("हिंदी"));
  await page.findByText(t("toast.success"));
  expect(saves()).toMatchObject([{ body: { revision: 7, site: { languages: "en,gu" } } }]);
  expect(choice("हिंदी").checked).toBe(false);
  await user.click(choice("हिंदी"));
  await waitFor(() => expect(saves()[1]).toMatchObject({ body: { site: { languages: "en,hi,gu" } } }));
});
