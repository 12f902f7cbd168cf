import { type Lang, localeOf } from "../../../lib/lang";

/** Whole rupees in Indian format: ₹1,42,000. */
export const moneyText = (lang: Lang, rupees: number) =>
  new Intl.NumberFormat(localeOf(lang), { style: "currency", currency: "INR", maximumFractionDigits: 0 }).format(
    rupees,
  );
