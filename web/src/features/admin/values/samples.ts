import { fields } from "../../../api/fields.gen";
import type { FieldKey, StoredSite } from "../../../api/types";
import { readPath } from "./at-path";

type Sampled = { path: string; samples?: readonly string[]; part?: FieldKey };

const textOf = (stored: StoredSite, key: FieldKey) => readPath(stored.site, fields[key].path);

/** Whether a field still has its sample text, in every language. */
export function isSample(stored: StoredSite, key: FieldKey): boolean {
  const { samples = [] }: Sampled = fields[key];
  const text = textOf(stored, key);
  const translated = Object.values(stored.translations).some((texts) => texts?.[key]);
  return samples.length > 0 && !translated && (text === "" || samples.includes(text));
}

/** Whether the owner has hidden the field from the page. */
export function isLeftOut(stored: StoredSite, key: FieldKey): boolean {
  const { part }: Sampled = fields[key];
  return part !== undefined && textOf(stored, part) === "no";
}

/** Whether the site has its owner's name; until then all of it is a sample. */
export const isOwned = (stored: StoredSite): boolean =>
  textOf(stored, "named") === "yes" || !isSample(stored, "brandName");
