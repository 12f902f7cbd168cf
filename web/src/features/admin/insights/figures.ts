import type { Column, Stats, Sums } from "../../../api/insights";
import { useLanguage } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import { type Lang, localeOf } from "../../../lib/lang";
import { moneyText } from "../values/money-text";
import { numberText } from "../values/number-text";

/** The server omits zeros. */
export const sum = (sums: Sums, column: Column) => sums[column] ?? 0;

/** Formats numbers with a unit. "count" and "people" need none. */
function figures(lang: Lang, t: Translate) {
  const plain = (column: Column, n: number) => (column === "value" ? moneyText(lang, n) : numberText(lang, n));
  const withUnit = (column: Exclude<Column, "count" | "people">, n: number) =>
    n === 1 && column !== "value" ? t(`insights.n.${column}.one`) : t(`insights.n.${column}`, { n: plain(column, n) });
  return { lang, t, plain, withUnit };
}

export type Figures = ReturnType<typeof figures>;

export function useFigures(): Figures {
  const { lang, t } = useLanguage();
  return figures(lang, t);
}

/** A share in per cent: 32%, or 5.6% below 10%. */
export function shareText(lang: Lang, part: number, whole: number): string {
  const share = whole > 0 ? part / whole : 0;
  const digits = share > 0 && share < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(localeOf(lang), { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** Whether a comparison is possible: always for leads, for visits only if all previous days were counted. */
export const isCompared = ({ since, before }: Stats, column: Column) =>
  column === "leads" || column === "won" || column === "value" || (since !== "" && since <= before.from);

/** Below this number a percentage would be misleading. */
const fewForPercent = 20;

export type Change = { way: "up" | "down" | "same"; text: string; was: string };

/** The change of a number in words: large numbers in per cent, small ones and money as a difference. */
export function changeOf({ lang, t, plain }: Figures, column: Column, now: number, before: number): Change {
  const was = t("insights.was", { n: plain(column, before) });
  if (now === before) return { way: "same", text: t("insights.same"), was };
  const difference = Math.abs(now - before);
  const relative = (column === "visits" || column === "taps") && before >= fewForPercent;
  const n = relative ? shareText(lang, difference, before) : plain(column, difference);
  if (now > before) return { way: "up", text: t("insights.more", { n }), was };
  return { way: "down", text: t(column === "value" || relative ? "insights.less" : "insights.fewer", { n }), was };
}
