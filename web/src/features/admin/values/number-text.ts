import { type Lang, localeOf } from "../../../lib/lang";

/** A number in Indian format: 1,23,456. */
export const numberText = (lang: Lang, n: number) => new Intl.NumberFormat(localeOf(lang)).format(n);

/** Whole rupees in Indian format: ₹1,42,000. */
export const rupeesText = (lang: Lang, n: number) => `₹${numberText(lang, n)}`;

/** The change of a number: +5, −3, ±0. */
export const changeText = (lang: Lang, by: number) =>
  `${by > 0 ? "+" : by < 0 ? "−" : "±"}${numberText(lang, Math.abs(by))}`;
