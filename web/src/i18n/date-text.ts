import type { Translate, TranslationKey } from "./words";

/** A day such as 2026-11-08 without its year: 8 November. */
export function dateText(t: Translate, date: string): string {
  const [, month, day] = date.split("-").map(Number);
  return t("date.short", { day: day ?? 1, month: t(`date.month.${month}` as TranslationKey) });
}
