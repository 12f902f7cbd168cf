import { fields } from "../../../api/fields.gen";
import type { FieldKey } from "../../../api/types";

type Values = Readonly<Record<string, string>>;

const setsOf = (key: FieldKey): Readonly<Record<string, Values>> => {
  const field = fields[key];
  return "sets" in field ? field.sets : {};
};

/** The values that come with the chosen options, by field. */
export const comingWith = (keys: readonly FieldKey[], chosen: Values): Values =>
  Object.assign({}, ...keys.map((key) => setsOf(key)[chosen[key] ?? ""]));

/** What changes along when an option is chosen: values that came with the one before. The owner's own stay. */
export function followers(key: FieldKey, option: string, chosen: Values): [FieldKey, string][] {
  const sets = setsOf(key);
  const before = sets[chosen[key] ?? ""] ?? {};
  return Object.entries(sets[option] ?? {})
    .filter(([other]) => before[other]?.toUpperCase() === chosen[other]?.toUpperCase())
    .map(([other, value]) => [other as FieldKey, value]);
}
