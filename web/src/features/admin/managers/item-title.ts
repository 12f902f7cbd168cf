import type { Item } from "../../../api/types";
import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { type ManagerKey, managers, traitsOf } from "../collections";
import { textOf, typedText } from "../values/item-text";

type Language = { lang: Lang; t: Translate };

/** The title of an item; a built-in item without a title has the name of its part. */
export const titleOf = (name: ManagerKey, item: Item, { lang, t }: Language): string =>
  textOf(item, traitsOf(managers[name].collection).title, lang) ||
  t.first([`block.part.${typedText(item.values.part)}`, ""]);
