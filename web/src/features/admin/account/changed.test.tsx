import { screen as page, render } from "@testing-library/react";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import type { AlarmChange } from "../../../api/types";
import { LanguageProvider } from "../../../i18n/language";
import { Changed } from "./changed";

const at = "2026-11-16T09:30:00Z";

function show(change: Partial<AlarmChange>) {
  const whole = { subject: "blocks", field: "text", word: "item.blocks.text", before: "", after: "", at, times: 1 };
  render(
    <LanguageProvider lang="en" words={en}>
      <Changed alarm={{ id: 1, at, changes: [{ ...whole, ...change }] }} />
    </LanguageProvider>,
  );
}

test("a warning about a text names its language and the contacts that appeared", () => {
  show({ lang: "gu", before: "Open daily", after: "Only evil@okaxis", appeared: ["evil@okaxis", "98250 99999"] });
  expect(page.queryByText(new RegExp(en["language.gu"]))).not.toBeNull();
  expect(page.queryByText(/“evil@okaxis”, “98250 99999”/)).not.toBeNull();
});

test("a warning about a link names no contacts", () => {
  show({ field: "address", after: "https://evil.example/" });
  expect(page.queryByText(new RegExp(en["alarm.appeared"].split("{")[0] ?? ""))).toBeNull();
});

test("a warning never shows two equal values: it says what differs", () => {
  const phone = { subject: "site", field: "phone", word: "field.phone.label", after: "98250 12345" };
  show({ ...phone, before: "9825012345", alike: "spaces" });
  page.getByText("Phone number: “98250 12345”, only spaces or invisible characters differ");
  show({ ...phone, before: "98250 12345", alike: "back", passed: "98980 00001" });
  page.getByText("Phone number: “98250 12345”, changed and changed back");
  expect(document.body.textContent).not.toContain("→");
});
