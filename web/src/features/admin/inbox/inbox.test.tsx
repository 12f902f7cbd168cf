import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import type { LeadCard } from "../../../api/inbox";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { ownPath } from "../../../paths";
import { AuthProvider } from "../sign-in/auth";
import { Inbox } from "./inbox";

const t = translator(en);
const inbox = ownPath("inbox");

const lead = (id: number, status: LeadCard["status"], more: Partial<LeadCard> = {}): LeadCard => ({
  id,
  reference: `DM-${id}`,
  kind: "quote_request",
  name: `Visitor ${id}`,
  company: "",
  services: [],
  excerpt: "Posters",
  status,
  source: "",
  channel: "direct",
  language: "en",
  createdAt: "2026-01-01T00:00:00Z",
  ...more,
});

let leads: LeadCard[];
const counts = (kind: string | null) => ({
  pending: kind ? 7 : 123_456,
  contacted: 0,
  won: 2,
  lost: 1,
  spam: 5,
  waiting: 3,
  unsolved: 0,
});
beforeEach(() => {
  leads = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const status = searchParams.get("status");
    const picked = leads.filter((one) => (status ? [one.status, "any"].includes(status) : one.status !== "spam"));
    const text = searchParams.get("q") ?? "";
    const answers: Record<string, unknown> = {
      "/api/v1/leads": { leads: picked.filter(({ name }) => name.includes(text)) },
      "/api/v1/leads/counts": counts(searchParams.get("kind")),
      "/api/v1/leads/mails": { mails: [] },
    };
    return Promise.resolve(Response.json(answers[pathname] ?? {}));
  });
});

function open(address = inbox, lang: Lang = "en") {
  const router = createMemoryRouter([{ path: inbox, element: <Inbox /> }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LanguageProvider lang={lang} words={lang === "gu" ? gu : en}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

const rows = () => [...document.querySelectorAll("[data-lead]")].map((row) => row.getAttribute("data-lead"));
const exported = (name: RegExp) => {
  const href = document.querySelectorAll<HTMLAnchorElement>("a[download]");
  const link = [...href].find(({ textContent }) => name.test(textContent));
  return { text: link?.textContent, query: new URL(link?.href ?? "").searchParams };
};

test("L1 a search covers every status including spam until the owner selects one", async () => {
  leads = [lead(1, "pending"), lead(2, "won"), lead(3, "spam"), lead(4, "lost", { name: "Somebody" })];
  const user = open();
  await waitFor(() => expect(rows()).toEqual(["1"]));
  await user.type(page.getByRole("searchbox"), "Visitor");
  await waitFor(() => expect(rows()).toEqual(["1", "2", "3"]));
  page.getByRole("button", { name: t("inbox.status.all"), pressed: true });
  await user.click(page.getByRole("button", { name: t("inbox.status.won") }));
  await waitFor(() => expect(rows()).toEqual(["2"]));
  await user.clear(page.getByRole("searchbox"));
  await waitFor(() => expect(rows()).toEqual(["1"]));
});

test("L1 one export contains everything, the other only the filtered list", async () => {
  const user = open(`${inbox}?kind=quote_request`);
  await user.type(page.getByRole("searchbox"), "Visitor");
  await page.findByText(t("inbox.empty.search", { text: "Visitor" }));
  expect(Object.fromEntries(exported(/JSON/).query)).toEqual({ format: "json", status: "any" });
  const csv = exported(/CSV/);
  expect(csv.text).toBe(`${t("inbox.export.csv")}All · Quote · “Visitor”`);
  expect(Object.fromEntries(csv.query)).toEqual({
    format: "csv",
    lang: "en",
    status: "any",
    kind: "quote_request",
    q: "Visitor",
  });
});

test("L1 generated messages are in the owner's language, and counts have Indian digit grouping", async () => {
  leads = [
    lead(1, "pending", { kind: "portfolio_request", company: "Mills", excerpt: "Portfolio request from Mills" }),
    lead(2, "pending", { kind: "portfolio_request", company: "Loom", excerpt: "Their own words" }),
  ];
  open(inbox, "gu");
  await page.findByText(/Mills તરફથી પોર્ટફોલિયોની વિનંતી/);
  page.getByText(/Their own words/);
  await page.findByText("1,23,456");
});

test("L1 a status shows the number of its rows for the selected form, but no number during a search", async () => {
  const user = open();
  const shown = () => page.getAllByRole("button").map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toContain("Pending1,23,456"));
  expect(shown()).toContain("All1,23,459");
  expect(shown()).toContain("Spam5");
  await user.selectOptions(page.getByRole("combobox"), "quote_request");
  await waitFor(() => expect(shown()).toContain("All10"));
  await user.type(page.getByRole("searchbox"), "Visitor");
  await waitFor(() => expect(shown()).toContain("Pending"));
});
