import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { ownPath } from "../../../paths";
import { Toaster } from "../../../ui/toaster";
import { TradeCard } from "../dashboard/trade-card";
import { fakeApi } from "../fake-api";
import { AuthProvider } from "../sign-in/auth";
import { TradeChoice } from "./trade-choice";

const t = translator(en);

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.stored.site.named = "yes";
});

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <MemoryRouter>
            <TradeCard />
            <TradeChoice />
          </MemoryRouter>
        </AuthProvider>
        <Toaster label="" closeLabel={t("common.close")} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const names = () => page.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
const saves = () => api.calls.filter(({ method }) => method === "PATCH").map(({ body }) => body.site);

test("a trade is found by a word in any language, chosen at once, and the choice can be undone", async () => {
  const user = open();
  await user.type(await page.findByRole("searchbox"), "કેક");
  expect(names()).toEqual(["Bakery", "Something else"]);
  await user.click(page.getByRole("radio", { name: "Bakery" }));
  await page.findByText(t("trade.chosen"));
  expect(page.getByRole<HTMLInputElement>("radio", { name: "Bakery" }).checked).toBe(true);
  await user.click(page.getByRole("button", { name: t("admin.undo") }));
  await waitFor(() => expect(saves()).toEqual([{ trade: "bakery" }, { trade: "" }]));
});

test("the owner of a named site is asked for the trade until one is chosen", async () => {
  const user = open();
  const link = await page.findByRole("link", { name: t("trade.choose") });
  expect(link.getAttribute("href")).toBe(ownPath("trade"));
  await user.click(await page.findByRole("radio", { name: "Clinic" }));
  await waitFor(() => expect(page.queryByRole("link", { name: t("trade.choose") })).toBeNull());
});

test("a site without a name is not asked yet", async () => {
  api.stored.site.named = "no";
  open();
  await page.findByRole("radio", { name: "Bakery" });
  expect(page.queryByRole("link", { name: t("trade.choose") })).toBeNull();
});
