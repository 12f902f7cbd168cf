import type { OpeningHours } from "../../api/types";

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
const dayMs = dayMinutes * 60_000;
/** India has one time zone and no daylight saving time. */
const istMinutes = 5 * 60 + 30;
/** 1970-01-01 was a Thursday; days count from Monday. */
const firstWeekday = 3;
/** How many days to look ahead: a week, or past the longest closure. */
const usualDays = 7;
const longestDays = 400;

/** `day` counts from Monday; `minutes` counts from now. `date` is set where the weekday alone would mislead. */
export type Moment = { day: number; hour: number; minute: number; minutes: number; today: boolean; date?: string };

export type Opening = { open: true; until: Moment | null } | { open: false; opens: Moment };

/**
 * The state of the shop at a time. `until` is null if it never closes; the result is null if it never opens, or if it is
 * not known whether it is open.
 */
export function openingAt({ week, unsure = [], special = [] }: OpeningHours, time: number): Opening | null {
  const clock = Math.floor(time / 60_000) + istMinutes;
  const today = Math.floor(clock / dayMinutes);
  const now = clock % dayMinutes;
  const weekday = (away: number) => (today + away + firstWeekday) % 7;
  const dateOf = (away: number) => new Date((today + away) * dayMs).toISOString().slice(0, 10);
  const specialOn = (away: number) => special.find(({ from, until }) => from <= dateOf(away) && dateOf(away) <= until);

  const days = Array.from({ length: 2 + (special.length > 0 ? longestDays : usualDays) }, (_, index) => index - 1);
  const spans = days.flatMap((away) =>
    ((specialOn(away)?.spans ?? week[weekday(away)]) || []).map(({ open, close }) => ({
      start: away * dayMinutes + open,
      end: away * dayMinutes + (close > open ? close : close + dayMinutes),
    })),
  );
  const at = (then: number): Moment => {
    const away = Math.floor(then / dayMinutes);
    return {
      day: weekday(away),
      hour: Math.floor((then % dayMinutes) / 60),
      minute: then % 60,
      minutes: then - now,
      today: away < 1,
      ...(special.length > 0 && away >= usualDays && { date: dateOf(away) }),
    };
  };

  const until = spans.reduce((until, { start, end }) => (start <= until && until < end ? end : until), now);
  if (until > now) return { open: true, until: until - now < weekMinutes ? at(until) : null };
  const next = Math.min(...spans.map(({ start }) => start).filter((start) => start > now));
  const unknown = days.find((away) => away >= 0 && unsure.includes(weekday(away)) && !specialOn(away));
  return Number.isFinite(next) && !(unknown !== undefined && unknown * dayMinutes < next)
    ? { open: false, opens: at(next) }
    : null;
}
