import type { SpecialDay } from "../../../api/types";
import { type Lang, langs } from "../../../lib/lang";

export type Spans = SpecialDay["spans"];

/** A day or a range of days with other hours than usual. Without spans it is closed. */
export type Special = { from: string; until: string; spans: Spans; names: Partial<Record<Lang, string>> };

const through = "..";
const minutesOf = (clock: string) => {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return 60 * hour + minute;
};

/** Minutes from midnight as a time input has them: 09:30. */
export const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The stored text of special days: one line each, see `ReadSpecial` of the server. */
export function parseSpecial(text: string): Special[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [dates = "", times = "", ...names] = line.split("|").map((part) => part.trim());
      const [from = "", until = from] = dates.split(through);
      const spans = times.split(", ").flatMap((span) => {
        const [open, close] = span.split("-");
        return open && close ? [{ open: minutesOf(open), close: minutesOf(close) }] : [];
      });
      const named = names.map((name) => [name.slice(0, 2), name.slice("en:".length).trim()]);
      return { from, until, spans, names: Object.fromEntries(named) };
    });
}

export function writeSpecial(all: readonly Special[]): string {
  return all
    .map(({ from, until, spans, names }) => {
      const times = spans.map(({ open, close }) => `${clockOf(open)}-${clockOf(close)}`).join(", ");
      const named = langs.flatMap((lang) => {
        const name = names[lang]?.replace(/[|\s]+/g, " ").trim();
        return name ? [`${lang}: ${name}`] : [];
      });
      return [until > from ? from + through + until : from, times || "closed", ...named].join(" | ");
    })
    .join("\n");
}
