import type { Item } from "../../../api/types";
import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { type ItemField, type ManagerKey, managers, traitsOf } from "../collections";
import { typedText } from "./item-draft";

type Language = { lang: Lang; t: Translate };

/** What of an item an owner who reads a language is told: its text in that language, else the base text. */
export const textOf = (item: Item, field: ItemField, lang: Lang): string =>
  typedText(item.translations[lang]?.[field]) || typedText(item.values[field]);

/** What an item is called; one that came with the site and got no title of the owner's, by what it is. */
export const titleOf = (name: ManagerKey, item: Item, { lang, t }: Language): string =>
  textOf(item, traitsOf(managers[name].collection).title, lang) ||
  t.first([`block.part.${typedText(item.values.part)}`, ""]);
