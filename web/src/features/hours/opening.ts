import type { OpeningHours } from "../../api/types";

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
/** India has one time zone and no daylight saving time. */
const istMinutes = 5 * 60 + 30;
/** 1970-01-01 was a Thursday; days count from Monday. */
const firstWeekday = 3;

/** `day` counts from Monday; `minutes` counts from now. */
export type Moment = { day: number; hour: number; minute: number; minutes: number; today: boolean };

export type Opening = { open: true; until: Moment | null } | { open: false; opens: Moment };

/** The state of the shop at a time. `until` is null if it never closes; the result is null if it never opens. */
export function openingAt({ week }: OpeningHours, time: number): Opening | null {
  const clock = Math.floor(time / 60_000) + istMinutes;
  const today = Math.floor(clock / dayMinutes) + firstWeekday;
  const now = clock % dayMinutes;

  const spans = [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((away) =>
    (week[(today + away) % 7] ?? []).map(({ open, close }) => ({
      start: away * dayMinutes + open,
      end: away * dayMinutes + (close > open ? close : close + dayMinutes),
    })),
  );
  const at = (then: number): Moment => ({
    day: (today + Math.floor(then / dayMinutes)) % 7,
    hour: Math.floor((then % dayMinutes) / 60),
    minute: then % 60,
    minutes: then - now,
    today: then < dayMinutes,
  });

  const until = spans.reduce((until, { start, end }) => (start <= until && until < end ? end : until), now);
  if (until > now) return { open: true, until: until - now < weekMinutes ? at(until) : null };
  const next = Math.min(...spans.map(({ start }) => start).filter((start) => start > now));
  return Number.isFinite(next) ? { open: false, opens: at(next) } : null;
}
