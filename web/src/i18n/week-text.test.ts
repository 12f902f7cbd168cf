import { expect, test } from "vitest";
import en from "../../../locales/en.json";
import gu from "../../../locales/gu.json";
import hi from "../../../locales/hi.json";
import { weekText } from "./week-text";
import { translator } from "./words";

const nineToSix = [{ open: 540, close: 1080 }];
const days = (count: number) => Array.from({ length: count }, () => nineToSix);
const twice = [
  { open: 600, close: 780 },
  { open: 960, close: 1290 },
];

test.each([
  [en, "Monday to Friday: 9:00 AM to 6:00 PM\nSaturday: 10:00 AM to 1:00 PM, 4:00 PM to 9:30 PM\nSunday: Closed"],
  [hi, "सोमवार से शुक्रवार: सुबह 9 से शाम 6\nशनिवार: सुबह 10 से दोपहर 1, शाम 4 से रात 9:30\nरविवार: बंद"],
  [gu, "સોમવારથી શુક્રવાર: સવારે 9થી સાંજે 6\nશનિવાર: સવારે 10થી બપોરે 1, સાંજે 4થી રાત્રે 9:30\nરવિવાર: બંધ"],
])("D1 a week is written in the reader's language, with equal days grouped", (words, text) => {
  const week = [...days(5), twice, []];
  expect(weekText(translator(words), { week })).toBe(text);
});

test("a week of equal days takes one line", () => {
  expect(weekText(translator(en), { week: days(7) })).toBe("Monday to Sunday: 9:00 AM to 6:00 PM");
});
