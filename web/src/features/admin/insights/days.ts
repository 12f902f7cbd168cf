import type { Sums } from "../../../api/insights";
import { type Lang, localeOf } from "../../../lib/lang";

const dayMs = 86_400_000;

/** The day n days after another. Days are written "2026-11-15", as in the API. */
export const dayAfter = (day: string, n: number) => new Date(Date.parse(day) + n * dayMs).toISOString().slice(0, 10);

const format = (lang: Lang, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf(lang), { timeZone: "UTC", ...options });

/** "Mon" */
export const weekdayText = (lang: Lang, day: string, weekday: "short" | "long" = "short") =>
  format(lang, { weekday }).format(Date.parse(day));

/** "12 Nov" */
export const shortDate = (lang: Lang, day: string) =>
  format(lang, { day: "numeric", month: "short" }).format(Date.parse(day));

/** "9 – 15 November", with the year if it is not the current one. */
export const spanText = (lang: Lang, { from, until }: { from: string; until: string }, today: string) => {
  const isPresent = from.slice(0, 4) === today.slice(0, 4);
  const shown = format(
    lang,
    isPresent ? { day: "numeric", month: "long" } : { day: "numeric", month: "short", year: "numeric" },
  );
  return shown.formatRange(Date.parse(from), Date.parse(until));
};

/** Any Monday, to derive the names of weekdays. */
const monday = "2024-01-01";

export const weekdayName = (lang: Lang, index: number, length: "short" | "long") =>
  weekdayText(lang, dayAfter(monday, index), length);

/** "8 PM"; the 24th hour is midnight. */
export const hourText = (lang: Lang, hour: number) =>
  format(lang, { hour: "numeric", hour12: true }).format(hour * 3_600_000);

export type Point = { from: string; until: string; sums: Sums; before: Sums };

function add(a: Sums, b: Sums): Sums {
  const all: Record<string, number> = { ...a };
  for (const [column, n] of Object.entries(b)) all[column] = (all[column] ?? 0) + n;
  return all;
}

const weekDays = 7;
/** Longer periods are shown week by week, because a phone has no room for each day. */
const mostDays = 90;

/**
 * The points of the chart: days or, for a year, whole weeks counted back from its end. The one remaining day of 365 is
 * in the table and in the sums, but not in the chart, where it would look like a week.
 */
export function pointsOf(from: string, each: readonly Sums[], eachBefore: readonly Sums[]): Point[] {
  const size = each.length > mostDays ? weekDays : 1;
  const count = Math.floor(each.length / size);
  const first = each.length - count * size;
  return Array.from({ length: count }, (_, index) => {
    const start = first + index * size;
    const together = (days: readonly Sums[]) => days.slice(start, start + size).reduce(add, {});
    return {
      from: dayAfter(from, start),
      until: dayAfter(from, start + size - 1),
      sums: together(each),
      before: together(eachBefore),
    };
  });
}
