import type { Translate, TranslationKey } from "../../../i18n/words";

const istMinutes = 5 * 60 + 30;

/** Today in the time zone of the site's visitors, in the stored format "2025-03-18". */
export function today(now = Date.now()): string {
  return new Date(now + istMinutes * 60_000).toISOString().slice(0, 10);
}

export const months = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"] as const;

export const monthName = (t: Translate, month: string) => t(`date.month.${Number(month)}` as TranslationKey);

/** A stored day or month as visitors see it: "March 18, 2025", "March 2025". */
export function dayText(t: Translate, stored: string): string {
  const [year = "", month = "", day] = stored.split("-");
  if (!months.some((known) => known === month)) return stored;
  const names = { year, month: monthName(t, month) };
  return day ? t("date.long", { ...names, day: Number(day) }) : t("date.monthYear", names);
}

/** A stored day without the year: "18 March". */
export function shortDay(t: Translate, stored: string): string {
  const [, month = "", day = ""] = stored.split("-");
  return t("date.short", { day: Number(day), month: monthName(t, month) });
}
