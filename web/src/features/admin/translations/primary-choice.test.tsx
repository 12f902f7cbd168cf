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
import { PrimaryChoice } from "./primary-choice";

const t = translator(en);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  localStorage.clear();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <PrimaryChoice />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
});

const choice = (name: string) => page.getByRole<HTMLInputElement>("radio", { name });
const saves = () => api.calls.filter(({ method }) => method === "PATCH");

test("one click chooses the writing language, and another click the app's language", async () => {
  const user = userEvent.setup();
  expect(choice("English").checked).toBe(true);
  await user.click(choice("ગુજરાતી"));
  await page.findByText(t("primary.chosen", { language: "Gujarati" }));
  expect(saves()).toMatchObject([{ body: { revision: 7, site: { primaryLanguage: "gu" } } }]);
  expect(choice("ગુજરાતી").checked).toBe(true);
  await page.findByText(t("primary.note.other", { language: "Gujarati" }));
  expect(localStorage.getItem("language")).toBeNull();
  await user.click(page.getByRole("button", { name: t("primary.app", { language: "Gujarati" }) }));
  expect(localStorage.getItem("language")).toBe("gu");
});

test("a choice that fails to save is reverted and shows an error", async () => {
  const user = userEvent.setup();
  api.nextSave = () => api.problem(503, "unavailable");
  await user.click(choice("हिंदी"));
  await page.findByText(t("toast.error"));
  await waitFor(() => expect(choice("English").checked).toBe(true));
});
