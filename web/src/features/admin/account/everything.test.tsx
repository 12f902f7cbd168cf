import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { AuthProvider } from "../sign-in/auth";
import { Everything } from "./everything";

test("the screen shows the progress of an export", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ doing: "pages", done: 1200, of: 30000 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <Everything />
        </AuthProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
  expect(await page.findByText("Making plain pages: 1200 of about 30000")).not.toBeNull();
});
