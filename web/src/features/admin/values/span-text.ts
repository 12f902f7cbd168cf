import { type Lang, localeOf } from "../../../lib/lang";

const minuteMs = 60_000;
const units = [
  ["day", 24 * 60],
  ["hour", 60],
  ["minute", 1],
] as const;

/** A duration in the largest unit that fits: 23 hr, 12 min, 3 days. */
export function spanText(lang: Lang, ms: number, unitDisplay: "short" | "long" = "short"): string {
  const minutes = Math.max(1, Math.floor(Math.abs(ms) / minuteMs));
  // Up to 48 hours in hours: they are more precise than days when an answer is due.
  const [unit, size] = units.find(([name, size]) => minutes >= (name === "day" ? 2 * size : size)) ?? units[2];
  return new Intl.NumberFormat(localeOf(lang), { style: "unit", unit, unitDisplay }).format(Math.floor(minutes / size));
}
