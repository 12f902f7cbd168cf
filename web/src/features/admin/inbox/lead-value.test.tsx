import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { AuthProvider } from "../sign-in/auth";
import { LeadValue } from "./lead-value";

const t = translator(en);
let sent: unknown[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "PATCH") sent.push(await request.json());
    return Response.json({});
  });
});

type Lead = Parameters<typeof LeadValue>[0]["lead"];

function open(lead: Lead) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <LeadValue lead={lead} />
        </AuthProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const wonAt = "2026-11-14T20:00:00Z"; // the 15th in India

test("the value of a lead is not asked for before it is won", () => {
  open({ id: 1, status: "pending" });
  expect(page.queryByRole("textbox")).toBeNull();
});

test("Enter followed by leaving the input sends an amount once; an empty input sends nothing", async () => {
  const user = open({ id: 1, status: "won", wonAt });
  const amount = page.getByLabelText(t("inbox.value.ask"));
  await user.click(amount);
  await user.tab();
  await user.type(amount, "12,000{Enter}");
  await user.tab();
  await waitFor(() => expect(sent).toEqual([{ value: "12,000" }]));
});

test("a value shows the day it was won in Indian time and is edited in place", async () => {
  const user = open({ id: 1, status: "won", wonAt, value: 12_000 });
  expect(page.getByText("₹12,000").parentElement?.textContent).toBe("₹12,000 · won 15 November");
  await user.click(page.getByRole("button", { name: t("inbox.value.change") }));
  const amount = page.getByLabelText(t("inbox.value.ask"));
  expect(document.activeElement).toBe(amount);
  await user.clear(amount);
  await user.tab();
  await waitFor(() => expect(sent).toEqual([{ value: "" }]));
});
