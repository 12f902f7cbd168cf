import type { ItemChanges, PriceLine, PriceList, Trade } from "../../../api/types";
import type { Translate } from "../../../i18n/words";
import { baseLang, type Lang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import { type ItemField, type ManagerKey, managers, type Quick, ruleOf, traitsOf } from "../collections";
import { writePath } from "../values/at-path";
import { iconFor } from "./use-trade";

/** A line of a price list as the owner will add it. */
export type PastedRow = Omit<PriceLine, "kind" | "reason"> & {
  key: number;
  ticked: boolean;
  reason: PriceLine["reason"] | undefined;
};

/** What was understood of a price list, with the owner's corrections. */
export type PastedList = {
  id: string;
  /** The items, and the lines that were not understood. */
  rows: readonly PastedRow[];
  /** The lines that were read as groups, as the items that they would be. */
  headings: readonly PastedRow[];
  rest: number;
  /** The rows that were last sent, and their idempotency key. */
  tried?: { rows: string; key: string };
};

export function listOf({ lines, rest }: PriceList): PastedList {
  const rows = lines.map(({ kind, ...line }, key): PastedRow => {
    const reason = kind === "heading" ? "no_price" : line.reason;
    return { ...line, reason, key, ticked: kind !== "unread" };
  });
  const isHeading = ({ key }: PastedRow) => lines[key]?.kind === "heading";
  return { id: randomKey(), rows: rows.filter((row) => !isHeading(row)), headings: rows.filter(isHeading), rest };
}

/** The groups of a list, also those without items, in the order of the lines. */
export function groupsOf({ rows, headings }: PastedList): string[] {
  const lines = [...rows, ...headings].toSorted((a, b) => a.key - b.key);
  return [...new Set(lines.map((row) => (headings.includes(row) ? row.title : row.group)))];
}

/** Makes a heading an item again. The items below it join the group above. */
export function asItem({ rows, headings }: PastedList, heading: PastedRow): Pick<PastedList, "rows" | "headings"> {
  const others = headings.filter((other) => other !== heading);
  const group = others.findLast(({ key }) => key < heading.key)?.title ?? "";
  const end = others.find(({ key }) => key > heading.key)?.key ?? Number.POSITIVE_INFINITY;
  const isBelow = (row: PastedRow) => row.group === heading.title && row.key > heading.key && row.key < end;
  const joined = rows.map((row) => (isBelow(row) ? { ...row, group } : row));
  return {
    rows: [...joined, { ...heading, group }].toSorted((a, b) => a.key - b.key),
    headings: others,
  };
}

/** Whether a row has what an item needs. */
export const isReady = ({ title }: PastedRow) => title.trim() !== "";

type Writing = { name: ManagerKey; quick: Quick; trade: Trade; lang: Lang; offered: readonly Lang[]; t: Translate };

/** What is stored for a row: its texts in the owner's language, and the trade's sentence and icon. */
export function creationFrom(row: PastedRow, { name, quick, trade, lang, offered, t }: Writing): ItemChanges {
  const { collection, grouped } = managers[name] as { collection: "services"; grouped?: ItemField };
  const texts: [ItemField, string][] = [
    [traitsOf(collection).title, row.title],
    [quick.price, row.price],
    [quick.unit, row.unit],
    [quick.icon, iconFor(trade, row.title, t)],
    ...(grouped ? ([[grouped, row.group]] as [ItemField, string][]) : []),
  ];
  const at = (field: ItemField, code: Lang) =>
    code === baseLang || !ruleOf(collection, field).localized ? `values.${field}` : `translations.${code}.${field}`;
  const all: [string, string][] = [
    ...texts.map(([field, text]): [string, string] => [at(field, lang), text]),
    ...offered.map((code): [string, string] => [at(quick.sentence, code), trade.sentences[code] ?? ""]),
  ];
  return all.reduce<ItemChanges>((changes, [path, text]) => writePath(changes, path, text), {});
}
