import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { Toaster } from "../../../ui/toaster";
import { AuthProvider } from "./auth";
import { SignInForm } from "./sign-in-form";

const t = translator(en);

test("A1 A3 the password can be revealed, and after too many attempts the form says how long to wait", async () => {
  vi.stubGlobal("fetch", async ({ method }: Request) =>
    method === "POST"
      ? Response.json({ code: "too_many" }, { status: 429, headers: { "Retry-After": "835" } })
      : Response.json({}),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <SignInForm />
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const password = page.getByLabelText<HTMLInputElement>(t("admin.password"));
  expect(password.type).toBe("password");
  await user.click(page.getByRole("button", { name: t("account.password.show") }));
  expect(password.type).toBe("text");
  page.getByText(t("signIn.forgotten"));

  await user.type(page.getByLabelText(t("admin.email")), "owner@example.com");
  await user.type(password, "seven green lanterns");
  await user.click(page.getByRole("button", { name: t("admin.login") }));
  await page.findByText("Too many attempts. Please try again in 14 min.");
});
