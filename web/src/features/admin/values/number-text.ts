import type { Lang } from "../../../lib/lang";

/** A number as it is written in India: 1,23,456. */
export const numberText = (lang: Lang, n: number) => new Intl.NumberFormat(`${lang}-IN`).format(n);

/** Whole rupees as they are written in India: ₹1,42,000. */
export const rupeesText = (lang: Lang, n: number) => `₹${numberText(lang, n)}`;

/** By how much a number changed: +5, −3, ±0. */
export const changeText = (lang: Lang, by: number) =>
  `${by > 0 ? "+" : by < 0 ? "−" : "±"}${numberText(lang, Math.abs(by))}`;
