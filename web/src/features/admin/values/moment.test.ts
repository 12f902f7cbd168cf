import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import hi from "../../../../../locales/hi.json";
import { translator } from "../../../i18n/words";
import { momentText } from "./moment";
import { shortMoment } from "./wall-clock";

const now = new Date(2026, 2, 18, 9, 30);
const at = (day: number, hour: number) => new Date(2026, 2, day, hour, 12).toISOString();

test.each([
  [at(18, 6), "today at 6:12 AM"],
  [at(17, 18), "yesterday at 6:12 PM"],
  [at(2, 18), "2 March 2026 at 6:12 PM"],
])("%s is written as %j", (moment, text) => {
  expect(momentText(translator(en), "en", moment, now)).toBe(text);
});

test("a moment is written in the owner's language", () => {
  expect(momentText(translator(gu), "gu", at(17, 18), now)).toBe("ગઈકાલે સાંજે 6:12 વાગ્યે");
});

test.each([
  [en, "1 December, 9:00 AM"],
  [hi, "1 दिसंबर, सुबह 9 बजे"],
  [gu, "1 ડિસેમ્બર, સવારે 9 વાગ્યે"],
])("a whole hour has minutes in English only", (words, text) => {
  expect(shortMoment(translator(words), "2026-12-01T09:00")).toBe(text);
});
