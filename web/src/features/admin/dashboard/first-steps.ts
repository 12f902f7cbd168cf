import { fields } from "../../../api/fields.gen";
import type { FieldKey, StoredSite } from "../../../api/types";
import { type ScreenKey, screenKeys, screens } from "../screens";
import { isLeftOut, isOwned, isSample } from "../values/samples";

/** What is still to be filled in or left out: a field, and the screen where that is done. */
export type Step = { field: FieldKey; screen: ScreenKey };

const screenOf = (key: FieldKey) =>
  screenKeys.find((name) => !screens[name].gathers && screens[name].fields.includes(key));

/** Every sample, in the order of the field table. The business is called as the brand until it has a name of its own. */
const all: Step[] = (Object.keys(fields) as FieldKey[]).flatMap((field) => {
  const screen = field !== "businessName" && "samples" in fields[field] && screenOf(field);
  return screen ? [{ field, screen }] : [];
});

const isDone = (stored: StoredSite, { field }: Step) =>
  field === "brandName" ? isOwned(stored) : isLeftOut(stored, field) || !isSample(stored, field);

export const total = all.length;

export const openSteps = (stored: StoredSite): Step[] => all.filter((step) => !isDone(stored, step));
