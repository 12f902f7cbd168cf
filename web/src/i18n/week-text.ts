import type { OpeningHours } from "../api/types";
import { dayText } from "./day-text";
import { timeText } from "./time-text";
import type { Translate } from "./words";

type Day = OpeningHours["week"][number];

/** The hours of one day in words; without spans it is closed. */
export function spansText(t: Translate, day: Day): string {
  const time = (minutes: number) => timeText(t, { hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const spans = (day ?? []).map(({ open, close }) => t("hours.span", { open: time(open), close: time(close) }));
  return spans.join(", ") || t("hours.closed");
}

/**
 * The opening hours of a week in words; consecutive days with the same hours share a line. Days whose hours are not
 * known have none.
 */
export function weekText(
  t: Translate,
  { week, unsure }: Pick<OpeningHours, "week" | "unsure">,
  textOf = spansText,
): string {
  const days = week.map((spans, day) => (unsure?.includes(day) ? "" : textOf(t, spans)));
  const firsts = days.flatMap((text, day) => (text === days[day - 1] ? [] : [day]));
  const lines = firsts.map((day, index) => {
    const last = (firsts[index + 1] ?? days.length) - 1;
    const first = dayText(t, day);
    return days[day] && `${last === day ? first : t("hours.days", { first, last: dayText(t, last) })}: ${days[day]}`;
  });
  return lines.filter(Boolean).join("\n");
}
