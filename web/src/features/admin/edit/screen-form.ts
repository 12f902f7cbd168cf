import { fields } from "../../../api/fields.gen";
import type { FieldKey, Site } from "../../../api/types";
import type { Words } from "../../../i18n/words";
import { baseLang, type Lang } from "../../../lib/lang";
import { draftOf, type Form } from "../draft/draft";
import type { Screen } from "../screens";
import { noTexts, shownText, type Texts } from "../values/texts";

/** The form of a screen. Some fields have several inputs. */
export function formOf(
  { fields: keys, codec = {} }: Pick<Screen, "fields" | "codec">,
  shown: Site,
  isAwaited: (key: FieldKey) => boolean = () => false,
): Form {
  return keys.map((key) => {
    const parts = codec[key];
    const split = (text: string) => parts?.split(text, shown) ?? {};
    const { localized } = fields[key];
    return { key, rule: fields[key], localized, parts: parts && { ...parts, split }, awaited: isAwaited(key) };
  });
}

/** The placeholders for inputs that are empty in a language. */
export function fallbackOf(
  { fields: keys }: Screen,
  form: Form,
  texts: Texts,
  { lang, primary }: { lang: Lang; primary: Lang },
  words: Words,
) {
  const shown = Object.fromEntries(keys.map((key) => [key, shownText(texts, key, lang, words, primary)]));
  return draftOf(form, { ...noTexts(), [baseLang]: shown })[baseLang];
}
