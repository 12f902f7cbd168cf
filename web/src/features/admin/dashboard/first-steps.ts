import { fields } from "../../../api/fields.gen";
import type { FieldKey, StoredSite } from "../../../api/types";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import { type ScreenKey, screenKeys, screens } from "../screens";
import { isLeftOut, isOwned, isSample } from "../values/samples";

/** A sample field that still has to be filled in or hidden, and the screen for it. */
export type Sample = { field: FieldKey; screen: ScreenKey };

const screenOf = (key: FieldKey) =>
  screenKeys.find((name) => !screens[name].gathers && screens[name].fields.includes(key));

const isMissing = (stored: StoredSite, field: FieldKey) => isSample(stored, field) && !isLeftOut(stored, field);

/** The first steps, in order, and where each leads. */
const steps = {
  name: editPath("brand-name"),
  trade: ownPath("trade"),
  picture: editPath("profile-image"),
  contact: editPath("phone"),
  share: `${dashboardPath}?share`,
} as const;

export type Step = keyof typeof steps;

export const stepPath = (step: Step): string => steps[step];

/** `shared`: the link was passed on from this device. */
const isDone: Record<Step, (stored: StoredSite, shared: boolean) => boolean> = {
  name: isOwned,
  trade: ({ site }) => site.trade !== "",
  picture: (stored) => !isSample(stored, "profileImage"),
  contact: (stored) => !isMissing(stored, "phone") || stored.site.socialLinks.whatsapp !== "",
  share: (_, shared) => shared,
};

export const total = Object.keys(steps).length;

export const openSteps = (stored: StoredSite, shared: boolean): Step[] =>
  (Object.keys(steps) as Step[]).filter((step) => !isDone[step](stored, shared));

/** Whether the page has what no page can do without. */
export const isSettled = (stored: StoredSite): boolean => openSteps(stored, true).every((step) => step === "trade");

/** Fields of the first steps, and businessName, which equals the brand name at first. */
const elsewhere = new Set<FieldKey>(["brandName", "profileImage", "phone", "businessName"]);

const others: Sample[] = (Object.keys(fields) as FieldKey[]).flatMap((field) => {
  const screen = !elsewhere.has(field) && "samples" in fields[field] && screenOf(field);
  return screen ? [{ field, screen }] : [];
});

/** The other samples, in the order of the field table. */
export const moreSamples = (stored: StoredSite): Sample[] => others.filter(({ field }) => isMissing(stored, field));
