import { fields } from "../../../api/fields.gen";
import type { FieldKey, StoredSite } from "../../../api/types";
import { type ScreenKey, screenKeys, screens } from "../screens";
import { isLeftOut, isOwned, isSample } from "../values/samples";

/** A sample field that still has to be filled in or hidden, and the screen for it. */
export type Step = { field: FieldKey; screen: ScreenKey };

const screenOf = (key: FieldKey) =>
  screenKeys.find((name) => !screens[name].gathers && screens[name].fields.includes(key));

/** All samples in the order of the field table, without businessName, which equals the brand name at first. */
const all: Step[] = (Object.keys(fields) as FieldKey[]).flatMap((field) => {
  const screen = field !== "businessName" && "samples" in fields[field] && screenOf(field);
  return screen ? [{ field, screen }] : [];
});

const isDone = (stored: StoredSite, { field }: Step) =>
  field === "brandName" ? isOwned(stored) : isLeftOut(stored, field) || !isSample(stored, field);

export const total = all.length;

export const openSteps = (stored: StoredSite): Step[] => all.filter((step) => !isDone(stored, step));
