import type { Item, ItemValues } from "../../../api/types";
import { type Lang, parseLang } from "../../../lib/lang";
import { joinTags } from "./tags";

/** A stored value as the text of its input. */
export const typedText = (value: ItemValues[string] | undefined): string =>
  Array.isArray(value) ? joinTags(value) : (value ?? "");

/** A text of an item in a language, else in English, else in the item's primary language, else in any. */
export const textOf = ({ values, translations, primary }: Item, field: string, lang: Lang): string =>
  [translations[lang], values, translations[parseLang(primary)], ...Object.values(translations)]
    .map((texts) => typedText(texts?.[field]))
    .find(Boolean) ?? "";
