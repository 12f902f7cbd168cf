import type { Item } from "../../../api/types";
import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { type ManagerKey, managers, traitsOf } from "../collections";
import { textOf, typedText } from "../values/item-text";

type Language = { lang: Lang; t: Translate };

/** The title of an item, else the name of its group, of its part or of its kind. */
export const titleOf = (name: ManagerKey, item: Item, { lang, t }: Language): string =>
  textOf(item, traitsOf(managers[name].collection).title, lang) ||
  typedText(item.values.group) ||
  t.first([`block.part.${typedText(item.values.part)}`, `block.kind.${typedText(item.values.kind)}`, ""]);
