import type { FieldKey, Revision } from "../../../api/types";
import { baseLang, type Lang } from "../../../lib/lang";
import { copyOf, defaultOf, type Texts } from "./texts";

const isField = (key: string, keys: readonly FieldKey[]): key is FieldKey => (keys as readonly string[]).includes(key);

/** The revisions that changed one of the fields, with only those changes. */
export function touching(revisions: readonly Revision[], keys: readonly FieldKey[]): Revision[] {
  return revisions
    .map((revision) => ({ ...revision, changes: revision.changes.filter(({ field }) => isField(field, keys)) }))
    .filter(({ changes }) => changes.length > 0);
}

/** An empty base text stands for the default. */
const storedText = (field: FieldKey, lang: string, text: string, primary: Lang) =>
  text || (lang === baseLang ? defaultOf(field, primary) : "");

/** The texts of the fields before the given revisions, which are the newest ones, newest first. */
export function before(now: Texts, undone: readonly Revision[], keys: readonly FieldKey[], primary = baseLang): Texts {
  const texts = copyOf(now);
  for (const { changes } of undone) {
    for (const { field, lang, before } of changes) {
      if (isField(field, keys)) texts[lang][field] = storedText(field, lang, before, primary);
    }
  }
  return texts;
}

/** The two sides of a change. */
export type Side = "before" | "after";

/** The texts after restoring one side of a revision: only the fields and languages that it changed. */
export function again(
  now: Texts,
  { changes }: Revision,
  keys: readonly FieldKey[],
  side: Side,
  primary = baseLang,
): Texts {
  const texts = copyOf(now);
  for (const { field, lang, [side]: text } of changes) {
    if (isField(field, keys)) texts[lang][field] = storedText(field, lang, text, primary);
  }
  return texts;
}
