import type { Item } from "../../../api/types";
import type { Lang } from "../../../lib/lang";
import { type ItemField, type ManagerKey, managers, traitsOf } from "../collections";
import { typedText } from "./item-draft";

/** What of an item an owner who reads a language is told: its text in that language, else the base text. */
export const textOf = (item: Item, field: ItemField, lang: Lang): string =>
  typedText(item.translations[lang]?.[field]) || typedText(item.values[field]);

export const titleOf = (name: ManagerKey, item: Item, lang: Lang): string =>
  textOf(item, traitsOf(managers[name].collection).title, lang);
