import type { Lang } from "../../../lib/lang";

/** Whole rupees as they are written in India: ₹1,42,000. */
export const moneyText = (lang: Lang, rupees: number) =>
  new Intl.NumberFormat(`${lang}-IN`, { style: "currency", currency: "INR", maximumFractionDigits: 0 }).format(rupees);
