import { AtSign, Quote, Type } from "lucide-react";
import type { fields } from "../../api/fields.gen";
import type { FieldKey } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { brandIcons } from "../../ui/brand-icon";
import type { IconType } from "../../ui/icon-well";
import type { InputKind } from "./inputs";

/** In the order the dashboard shows them. */
export const sections = ["actions", "profile", "download", "content", "social", "contact"] as const;

export type Section = (typeof sections)[number];
export type PreviewName = "header" | "contact";

/** A field whose kind has an input. */
export type EditableField = {
  [Key in FieldKey]: (typeof fields)[Key]["kind"] extends InputKind ? Key : never;
}[FieldKey];

export type Screen = {
  section: Section;
  icon: IconType;
  fields: readonly EditableField[];
  preview: PreviewName;
  /** After a save the owner stays here instead of going back to the dashboard. */
  stays?: true;
  /** Announced on the dashboard, not usable yet. */
  soon?: true;
};

export const screens = {
  "brand-name": { section: "profile", icon: Type, fields: ["brandName"], preview: "header" },
  tagline: { section: "profile", icon: Quote, fields: ["tagline"], preview: "header" },
  instagram: { section: "social", icon: brandIcons.instagram, fields: ["instagram"], preview: "header" },
  email: { section: "contact", icon: AtSign, fields: ["email"], preview: "contact", stays: true },
} as const satisfies Record<string, Screen>;

export type ScreenKey = keyof typeof screens;

export const screenKeys = Object.keys(screens) as ScreenKey[];

/** A field stands on a screen or here; a new one in neither place does not compile. */
export const fieldsWithoutScreen = [
  "profileImage",
  "logoImage",
  "appDownloadUrl",
  "shopButtonUrl",
  "feedbackUrl",
  "phone",
  "address",
  "youtube",
  "facebook",
  "linkedin",
  "twitter",
  "website",
  "whatsapp",
  "businessName",
  "businessHours",
  "googlePlayTitle",
  "googlePlaySubtitle",
  "googlePlayUrl",
  "appStoreTitle",
  "appStoreSubtitle",
  "appStoreUrl",
  "apkDownloadTitle",
  "apkDownloadSubtitle",
  "qrSize",
  "qrColor",
  "qrLabel",
  "qrDescription",
  "qrUrl",
] as const satisfies readonly FieldKey[];

export type ScreenField = (typeof screens)[ScreenKey]["fields"][number];

type Words = `screen.${ScreenKey}.${"title" | "failure"}` | `field.${ScreenField}.label` | `section.${Section}`;
type Unplaced = Exclude<FieldKey, ScreenField | (typeof fieldsWithoutScreen)[number]>;

/** Compiles only when nothing is missing; the compiler's complaint names what is. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Unplaced>;
