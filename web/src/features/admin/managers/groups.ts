import type { Item, ItemChanges } from "../../../api/types";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import type { Manager } from "../collections";
import { writePath } from "../values/at-path";
import { textOf, typedText } from "../values/item-text";

/** A heading of a list. Its items have the same text in the owner's language. */
export type Group = {
  id: string;
  first: Item;
  /** Undefined while more of its items may be on other pages. */
  count: number | undefined;
};

/** A row of a list: an item, or the heading of the items below it. */
export type Entry = { id: string; item: Item; group?: undefined } | { id: string; item?: undefined; group: Group };

const isItem = (entry: Entry): entry is Entry & { item: Item } => entry.item !== undefined;

export const itemsOf = (entries: readonly Entry[]): Item[] => entries.filter(isItem).map(({ item }) => item);

/**
 * The items under the headings of their groups, in the order of the public page: those without a group come first.
 * `total`: the number of items on all pages.
 */
export function entriesOf({ grouped }: Manager, items: readonly Item[], primary: Lang, total = items.length): Entry[] {
  const groups = new Map<string, Item[]>([["", []]]);
  for (const item of items) {
    const name = grouped ? textOf(item, grouped, primary) : "";
    const members = groups.get(name);
    if (members) members.push(item);
    else groups.set(name, [item]);
  }
  return [...groups].flatMap(([name, members]): Entry[] => {
    const rows = members.map((item): Entry => ({ id: item.id, item }));
    const [first] = members;
    if (!name || !first) return rows;
    const id = `group ${name}`;
    const heading: Entry[] = [{ id, group: { id, first, count: items.length < total ? undefined : members.length } }];
    return heading.concat(rows);
  });
}

/** The heading above a row. */
export const groupAt = (entries: readonly Entry[], index: number): Group | undefined =>
  entries.slice(0, index + 1).findLast(({ group }) => group)?.group;

export function movedIn<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Puts an item back beside a neighbour that it had in `before`: one of its group, else the nearest item above it. */
export function movedBack(order: readonly Item[], id: string, before: readonly Entry[]): Item[] {
  const start = before.findIndex((entry) => entry.id === id);
  const rest = order.filter((item) => item.id !== id);
  const placeOf = (neighbour: Item | undefined) => rest.findIndex((item) => item.id === neighbour?.id);
  const above = itemsOf(before.slice(0, start)).findLast((item) => placeOf(item) >= 0);
  const below = placeOf(before[start + 1]?.item);
  const isFirst = !before[start - 1]?.item && below >= 0;
  return rest.toSpliced(isFirst ? below : placeOf(above) + 1, 0, ...order.filter((item) => item.id === id));
}

/** The text of a field in every language. */
export const wordsOf = (item: Item | undefined, field: string): [Lang, string][] =>
  langs.map((lang) => [lang, typedText((lang === baseLang ? item?.values : item?.translations[lang])?.[field])]);

/** The change that gives an item the text that another item has; without one, none. */
export const takeOver = (field: string, item: Item, from: Item | undefined): ItemChanges => {
  const before = new Map(wordsOf(item, field));
  return wordsOf(from, field).reduce<ItemChanges>(
    (changes, [lang, text]) =>
      text === before.get(lang)
        ? changes
        : writePath(changes, lang === baseLang ? `values.${field}` : `translations.${lang}.${field}`, text),
    {},
  );
};
