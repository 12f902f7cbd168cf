import type { Translate } from "../i18n/words";
import type { BasketLine } from "./basket";

/** Rupees with Indian grouping, as the server formats them. */
export function money(paise: number): string {
  const rupees = String(Math.floor(paise / 100)).replace(/(\d)(?=(\d\d)+\d$)/g, "$1,");
  const rest = paise % 100;
  return `₹${rupees}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** The least that a number of things costs, and whether that is all; undefined if no amount is named. */
function amountOf({ cost = "", quantity }: BasketLine): { paise: number; exact: boolean } | undefined {
  const paise = Number.parseInt(cost, 10);
  return paise > 0 ? { paise: paise * quantity, exact: /^\d+$/.test(cost) } : undefined;
}

/** The total of a line; empty unless its price is exact. */
export function lineTotal(line: BasketLine): string {
  const amount = amountOf(line);
  return amount?.exact ? money(amount.paise) : "";
}

/** What the basket costs as far as that is known, and whether something in it has no price to add up. */
export function basketSum(t: Translate, lines: readonly BasketLine[]): { total: string; hasMore: boolean } {
  const amounts = lines.map(amountOf);
  const hasMore = !amounts.every(Boolean);
  const paise = amounts.reduce((sum, amount) => sum + (amount?.paise ?? 0), 0);
  if (paise === 0) return { total: "", hasMore };
  const amount = money(paise);
  const isExact = amounts.every((amount) => !amount || amount.exact);
  return { total: isExact ? amount : t("price.from", { amount }), hasMore };
}

/** The total in the words of the server (lead.Total); empty if nothing can be added up. */
export function basketTotal(t: Translate, lines: readonly BasketLine[]): string {
  const { total, hasMore } = basketSum(t, lines);
  return total && hasMore ? t("basket.more", { amount: total }) : total;
}
