import type { OpeningHours } from "../../../api/types";
import { spansText, weekText } from "../../../i18n/week-text";
import type { Translate } from "../../../i18n/words";
import { clockOf, type Spans } from "./special";

const dayMinutes = 24 * 60;
const earliest = 4 * 60;
const early = 6 * 60;

/** A span may end after midnight, if it plausibly does: the server reads the same. */
const fits = ({ open, close }: Spans[number]) =>
  close > open || (close !== open && (close <= earliest || (close <= early && open >= dayMinutes / 2)));

const endOf = ({ open, close }: Spans[number]) => (close > open ? close : close + dayMinutes);

/** Whether spans can be the hours of one day: in order, none overlapping another. */
export const areFine = (spans: Spans): boolean =>
  spans.every((span, at) => {
    const before = spans[at - 1];
    return fits(span) && (!before || span.open >= endOf(before));
  }) &&
  (spans.length < 2 || endOf(spans.at(-1) as Spans[number]) <= (spans[0]?.open ?? 0) + dayMinutes);

export const sameSpans = (one: Spans, other: Spans) => JSON.stringify(one) === JSON.stringify(other);

/** The hours that most open days have. */
export function usualOf(week: OpeningHours["week"]): Spans {
  const open = week.flatMap((day) => (day?.length ? [day] : []));
  const count = (spans: Spans) => open.filter((other) => sameSpans(spans, other)).length;
  return open.toSorted((a, b) => count(b) - count(a))[0] ?? [{ open: 9 * 60, close: 18 * 60 }];
}

const isAllDay = (spans: Spans) => spans.length === 1 && spans[0]?.open === 0 && spans[0].close === dayMinutes;

/** The hours of a day in the owner's app and in the text that it writes. */
export const spansWords = (t: Translate, spans: OpeningHours["week"][number]): string =>
  isAllDay(spans ?? []) ? t("opening.allDay") : spansText(t, spans);

/** A week as text, which the server reads as the same week. `t` speaks the language of the text. */
export const writtenWeek = (t: Translate, hours: Pick<OpeningHours, "week" | "unsure">): string =>
  weekText(t, hours, spansWords);

/** The value of a time input; it has no 24:00. */
export const inputTime = (minutes: number) => clockOf(minutes % dayMinutes);

export const timeOf = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return 60 * hour + minute;
};
