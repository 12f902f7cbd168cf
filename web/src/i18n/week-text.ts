import type { OpeningHours } from "../api/types";
import { dayText } from "./day-text";
import { timeText } from "./time-text";
import type { Translate } from "./words";

type Day = OpeningHours["week"][number];

function spansText(t: Translate, day: Day): string {
  const time = (minutes: number) => timeText(t, { hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const spans = (day ?? []).map(({ open, close }) => t("hours.span", { open: time(open), close: time(close) }));
  return spans.join(", ") || t("hours.closed");
}

/** The opening hours of a week in words; consecutive days with the same hours share a line. */
export function weekText(t: Translate, { week }: OpeningHours): string {
  const days = week.map((day) => spansText(t, day));
  const firsts = days.flatMap((text, day) => (text === days[day - 1] ? [] : [day]));
  const lines = firsts.map((day, index) => {
    const last = (firsts[index + 1] ?? days.length) - 1;
    const first = dayText(t, day);
    return `${last === day ? first : t("hours.days", { first, last: dayText(t, last) })}: ${days[day]}`;
  });
  return lines.join("\n");
}
