import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen as page, render } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import type { FieldKey, Revision } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { fakeApi } from "../fake-api";
import { switchOf } from "../screens";
import { HistoryEntry } from "./history-entry";

function show(...changes: { field: string; before: string; after: string }[]) {
  fakeApi();
  const revision = {
    id: "site-8",
    subject: "site",
    item: "",
    title: "",
    at: "2026-11-16T09:30:00Z",
    by: "owner@example.com",
    action: "saved",
    current: false,
    changes: changes.map((change) => Object.assign({ lang: "en" }, change)),
  } as unknown as Revision;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <HistoryEntry revision={revision} busy={false} sides={[]} onRestore={() => {}} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
}

test("history says in words what a switch did", () => {
  show(
    { field: "showAppStoreUrl", before: "", after: "no" },
    { field: "showPhone", before: "no", after: "yes" },
    { field: "tagline", before: "Bread", after: "Cakes" },
  );
  page.getByText("Hid App Store, Showed the phone number, Tagline");
});

test("everything that a switch hides has a name in history", () => {
  const words: Record<string, string> = en;
  const hidden = (Object.keys(fields) as FieldKey[]).filter((key) => switchOf(key));
  for (const part of [...hidden, "services", "portfolio", "blog", "download"])
    expect(words[`history.part.${part}`] ?? words[`field.${part}.label`], part).toBeTruthy();
});
