import { fields } from "../../../api/fields.gen";
import type { FieldKey, Revision } from "../../../api/types";
import { baseLang, parseLang } from "../../../lib/lang";
import type { Texts } from "./texts";

const isField = (key: string, keys: readonly FieldKey[]): key is FieldKey => (keys as readonly string[]).includes(key);

/** The revisions that changed one of the fields, telling only of these. */
export function touching(revisions: readonly Revision[], keys: readonly FieldKey[]): Revision[] {
  return revisions
    .map((revision) => ({ ...revision, changes: revision.changes.filter(({ field }) => isField(field, keys)) }))
    .filter(({ changes }) => changes.length > 0);
}

/** What the fields said before the newest of these revisions, which come newest first, were made. */
export function before(now: Texts, undone: readonly Revision[], keys: readonly FieldKey[]): Texts {
  const texts: Texts = { en: { ...now.en }, hi: { ...now.hi }, gu: { ...now.gu } };
  for (const { changes } of undone) {
    for (const { field, lang, before } of changes) {
      if (isField(field, keys))
        texts[parseLang(lang)][field] = before || (lang === baseLang ? fields[field].default : "");
    }
  }
  return texts;
}
