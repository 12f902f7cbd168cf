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

/** Samples that the specification's form shows as values (E3). */
const prefilled = new Set<FieldKey>(["googlePlayUrl", "appStoreUrl", "appDownloadUrl"]);

/** Whether the field shows its sample as a placeholder: nobody's number or link must look like the owner's. */
export const isAwaited = (stored: StoredSite, key: FieldKey): boolean =>
  ["url", "phone", "email"].includes(fields[key].kind) && !prefilled.has(key) && isSample(stored, key);

/** Whether a field's value is not the owner's, but came with the site or is made of a sample. */
export function isDelivered(stored: StoredSite, key: FieldKey): boolean {
  const { kind, default: given } = fields[key];
  const text = textOf(stored, key);
  if (key === "whatsapp") return text === "" && isSample(stored, "phone"); // the form suggests the phone's chat link
  if ("samples" in fields[key]) return isSample(stored, key);
  const translated = Object.values(stored.translations).some((texts) => texts?.[key]);
  return ["text", "multiline"].includes(kind) && given !== "" && !translated && (text === "" || text === given);
}

/** Whether the owner has hidden the field from the page. */
export function isLeftOut(stored: StoredSite, key: FieldKey): boolean {
  const { part }: Sampled = fields[key];
  return part !== undefined && textOf(stored, part) === "no";
}

/** Whether the site has its owner's name; until then all of it is a sample. */
export const isOwned = (stored: StoredSite): boolean =>
  textOf(stored, "named") === "yes" || !isSample(stored, "brandName");
