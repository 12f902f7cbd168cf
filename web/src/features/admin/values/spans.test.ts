import { expect, test } from "vitest";
import shops from "../../../../../internal/domain/hours/testdata/moments.json";
import rows from "../../../../../internal/domain/hours/testdata/written.json";
import en from "../../../../../locales/en.json";
import gu from "../../../../../locales/gu.json";
import hi from "../../../../../locales/hi.json";
import mr from "../../../../../locales/mr.json";
import { translator } from "../../../i18n/words";
import { areFine, usualOf, writtenWeek } from "./spans";
import { parseSpecial, writeSpecial } from "./special";

const languages = { en, hi, gu, mr };

// The server's test reads the same texts as the same weeks.
test.each(rows)("a week is written as the server reads it: $text.en", ({ week, text }) => {
  for (const [lang, words] of Object.entries(languages)) {
    expect(writtenWeek(translator(words), { week }), lang).toBe(text[lang as keyof typeof text]);
  }
  expect(week.every(areFine)).toBe(true);
});

test("days whose hours are not known are left out", () => {
  const week = Array.from({ length: 7 }, (_, day) => (day < 6 ? [{ open: 540, close: 1080 }] : []));
  expect(writtenWeek(translator(en), { week, unsure: [6] })).toBe("Monday to Saturday: 9:00 AM to 6:00 PM");
});

test.each(shops)("special days of $shop are written as they are stored", ({ special }) => {
  expect(writeSpecial(parseSpecial(special))).toBe(special);
});

test("a name cannot end its line or its part", () => {
  const day = { from: "2026-11-08", until: "2026-11-08", spans: [], names: { en: " Diwali |\n holidays" } };
  expect(writeSpecial([day])).toBe("2026-11-08 | closed | en: Diwali holidays");
});

test.each([
  [[{ open: 540, close: 540 }], false],
  [[{ open: 540, close: 360 }], false],
  [[{ open: 1140, close: 60 }], true],
  [
    [
      { open: 540, close: 780 },
      { open: 720, close: 1200 },
    ],
    false,
  ],
  [
    [
      { open: 540, close: 780 },
      { open: 960, close: 1200 },
    ],
    true,
  ],
])("%j can be the hours of a day: %s", (spans, fine) => {
  expect(areFine(spans)).toBe(fine);
});

test("a day that is switched on gets the hours that most days have", () => {
  const most = [{ open: 600, close: 1140 }];
  expect(usualOf([[], [{ open: 540, close: 780 }], most, most, [], [], []])).toBe(most);
  expect(usualOf([[], []])).toEqual([{ open: 540, close: 1080 }]);
});
