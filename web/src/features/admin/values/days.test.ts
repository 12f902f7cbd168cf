import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import { translator } from "../../../i18n/words";
import { dayText, today } from "./days";

test("M5 M6 a stored day is shown in long English format, a stored month as month and year", () => {
  expect(dayText(translator(en), "2025-03-18")).toBe("March 18, 2025");
  expect(dayText(translator(en), "2025-03")).toBe("March 2025");
  expect(dayText(translator(gu), "2025-03-08")).toBe("8 માર્ચ 2025");
  expect(dayText(translator(en), "")).toBe("");
});

test("M5 today is the day in India, whatever the phone's time zone", () => {
  expect(today(Date.parse("2026-01-01T18:29:59Z"))).toBe("2026-01-01");
  expect(today(Date.parse("2026-01-01T18:30:00Z"))).toBe("2026-01-02");
});
