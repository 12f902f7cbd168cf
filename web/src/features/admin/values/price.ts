import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { latinDigits } from "./address";
import { numberText } from "./number-text";

/** How a price is named: exactly, from an amount, between two amounts, or on request. */
export const priceKinds = ["exact", "from", "span", "ask"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** A price with its amounts in whole paise, as text. */
export type Price = { kind: PriceKind; low: string; high: string };

const onRequest = "ask";
const mostPaise = 1_000_000_000_00;

/** Reads the stored form of a price, in paise: 45000, 45000+, 45000-90000 or ask. */
export function parsePrice(value: string): Price | undefined {
  if (value === onRequest) return { kind: "ask", low: "", high: "" };
  const [, low, more, high] = /^([1-9]\d*)(?:(\+)|-([1-9]\d*))?$/.exec(value) ?? [];
  if (!low || Number(high ?? low) > mostPaise || (high && Number(high) <= Number(low))) return undefined;
  return { kind: high ? "span" : more ? "from" : "exact", low, high: high ?? "" };
}

/** Marks a typed amount that cannot be read. Without it, "450+" would be stored as 450 paise and more. */
const unread = "₹";

/** The stored form of a price whose amounts are typed in rupees. The server refuses one that cannot be read. */
export function formatPrice({ kind, low, high }: Price): string {
  if (kind === "ask") return onRequest;
  const [least, most] = [low, high].map((typed) => paiseOf(typed) ?? (typed.trim() && `${unread}${typed}`));
  if (kind === "span" && (least || most)) return `${least}-${most}`;
  return kind === "from" && least ? `${least}+` : `${least}`;
}

/** The paise of an amount typed in rupees: 450, ₹1,00,000, 450.50, ४५०/-. */
function paiseOf(typed: string): number | undefined {
  const [, whole = "", part = ""] =
    /^(?:₹|rs\.?)?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*(?:\/-)?$/i.exec(latinDigits(typed.trim())) ?? [];
  return whole ? Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0")) : undefined;
}

/** An amount of paise as it is typed in rupees: 450 or 450.50. */
const rupeesOf = (paise: string): string =>
  paise && (Number(paise) % 100 === 0 ? String(Number(paise) / 100) : (Number(paise) / 100).toFixed(2));

/** A price with its amounts in rupees. What cannot be read is shown as it was typed. */
export function typedPrice(value: string): Price {
  const price = parsePrice(value);
  if (!price) return { kind: "exact", low: value.replace(unread, ""), high: "" };
  return { ...price, low: rupeesOf(price.low), high: rupeesOf(price.high) };
}

/** A stored price as visitors read it: ₹450, from ₹450, ₹450–₹900, Price on request. */
export function priceText(t: Translate, lang: Lang, value: string): string {
  const price = parsePrice(value);
  if (!price) return "";
  const [low, high] = [price.low, price.high].map((paise) => {
    const [whole = "", part] = rupeesOf(paise).split(".");
    return `₹${numberText(lang, Number(whole))}${part ? `.${part}` : ""}`;
  });
  switch (price.kind) {
    case "exact":
      return low ?? "";
    case "from":
      return t("price.from", { amount: low ?? "" });
    case "span":
      return t("price.span", { low: low ?? "", high: high ?? "" });
    case "ask":
      return t("price.ask");
  }
}
