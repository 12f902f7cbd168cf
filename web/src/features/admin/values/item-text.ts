import type { Item, ItemValues } from "../../../api/types";
import { type Lang, parseLang } from "../../../lib/lang";
import { joinTags } from "./tags";

/** A stored value as it stands in its input. */
export const typedText = (value: ItemValues[string] | undefined): string =>
  Array.isArray(value) ? joinTags(value) : (value ?? "");

/** What of an item an owner who reads a language is told: its text in that language, else in English, else what there is. */
export const textOf = ({ values, translations, primary }: Item, field: string, lang: Lang): string =>
  [translations[lang], values, translations[parseLang(primary)], ...Object.values(translations)]
    .map((texts) => typedText(texts?.[field]))
    .find(Boolean) ?? "";
