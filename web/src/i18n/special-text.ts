import type { SpecialDay } from "../api/types";
import { dateText } from "./date-text";
import { dayText } from "./day-text";
import { spansText } from "./week-text";
import type { Translate } from "./words";

/** The days that a special day covers: Sunday, 8 November; 8 November to 10 November. */
export function datesText(t: Translate, { from, until }: Pick<SpecialDay, "from" | "until">): string {
  const first = dateText(t, from);
  if (until > from) return t("hours.days", { first, last: dateText(t, until) });
  return t("special.date", { day: dayText(t, (new Date(from).getUTCDay() + 6) % 7), date: first });
}

/** A special day in a line: Sunday, 8 November (Diwali): Closed. */
export const specialText = (t: Translate, day: SpecialDay): string =>
  `${datesText(t, day)} (${day.name}): ${spansText(t, day.spans)}`;
