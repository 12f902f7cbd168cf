import { expect, test } from "vitest";
import en from "../../../../locales/en.json";
import gu from "../../../../locales/gu.json";
import hi from "../../../../locales/hi.json";
import { translator } from "../../i18n/words";
import { openingAt } from "./opening";
import { openingText } from "./opening-text";

const at = (hour: number, minute = 0) => hour * 60 + minute;
const span = (open: number, close: number) => [{ open, close }];
const office = span(at(9), at(18));
const usual = { week: [office, office, office, office, office, span(at(10), at(16)), []] };

/** 2026-03-02 is a Monday. */
const ist = (day: number, time: string) => Date.parse(`2026-03-0${day}T${time}:00+05:30`);

function say(hours: typeof usual, time: number, words: Record<string, string> = en): string | null {
  const opening = openingAt(hours, time);
  return opening && openingText(translator(words), opening);
}

test.each([
  [2, "08:59", "Closed · opens at 9:00 AM"],
  [2, "09:00", "Open now · until 6:00 PM"],
  [2, "17:59", "Open now · until 6:00 PM"],
  [2, "18:00", "Closed · opens Tuesday at 9:00 AM"],
  [6, "23:59", "Closed · opens Saturday at 10:00 AM"],
  [7, "00:00", "Closed · opens at 10:00 AM"],
  [7, "15:59", "Open now · until 4:00 PM"],
  [7, "16:00", "Closed · opens Monday at 9:00 AM"],
  [8, "12:00", "Closed · opens Monday at 9:00 AM"],
])("on day %i at %s the badge says %s", (day, time, text) => {
  expect(say(usual, ist(day, time))).toBe(text);
});

test("opening hours use the shop's time zone, wherever the visitor is", () => {
  expect(say(usual, Date.parse("2026-03-02T03:29:59Z"))).toBe("Closed · opens at 9:00 AM");
  expect(say(usual, Date.parse("2026-03-02T03:30:00Z"))).toBe("Open now · until 6:00 PM");
  expect(say(usual, Date.parse("2026-03-01T19:00:00Z"))).toBe("Closed · opens at 9:00 AM");
});

test("breaks, nights past midnight, and shops that never close or never open are handled", () => {
  const market = { week: Array.from({ length: 7 }, () => [...span(at(9), at(13)), ...span(at(16), at(20, 30))]) };
  expect(say(market, ist(3, "13:00"))).toBe("Closed · opens at 4:00 PM");
  expect(say(market, ist(3, "20:29"))).toBe("Open now · until 8:30 PM");

  const club = { week: [[], [], [], [], [], span(at(20), at(2)), []] };
  expect(say(club, ist(7, "23:30"))).toBe("Open now · until 2:00 AM");
  expect(say(club, ist(8, "01:59"))).toBe("Open now · until 2:00 AM");
  expect(say(club, ist(8, "02:00"))).toBe("Closed · opens Saturday at 8:00 PM");

  const round = { week: Array.from({ length: 7 }, () => span(0, at(24))) };
  expect(say(round, ist(2, "00:00"))).toBe("Open now · day and night");
  const rested = { week: round.week.map((day, index) => (index === 6 ? [] : day)) };
  expect(say(rested, ist(2, "12:00"))).toBe("Open now · until Sunday at 12:00 AM");
  expect(say({ week: round.week.map(() => []) }, ist(2, "12:00"))).toBeNull();
});

test.each([
  ["00:30", "early", "12:30"],
  ["09:05", "morning", "9:05"],
  ["12:00", "afternoon", "12"],
  ["18:00", "evening", "6"],
  ["23:59", "night", "11:59"],
] as const)("Hindi and Gujarati name the part of the day: %s is %s", (close, part, time) => {
  const [hour = 0, minute = 0] = close.split(":").map(Number);
  const hours = { week: Array.from({ length: 7 }, () => span(at(hour, minute) - 10, at(hour, minute))) };
  const justBefore = ist(4, close) - 60_000;
  for (const words of [hi, gu]) {
    const t = translator(words);
    expect(say(hours, justBefore, words)).toBe(t("hours.open", { time: t(`hours.time.${part}`, { time }) }));
  }
});
