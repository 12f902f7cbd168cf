import {
  AtSign,
  History,
  Image,
  Inbox,
  Languages,
  MapPin,
  MapPinned,
  MessageSquare,
  MessageSquareHeart,
  Phone,
  QrCode,
  Quote,
  ShieldCheck,
  ShoppingBag,
  Smartphone,
  Type,
} from "lucide-react";
import type { FieldKey } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { brandIcons } from "../../ui/brand-icon";
import type { IconType } from "../../ui/icon-well";
import { addressParts } from "./codecs/address";
import { chatLink } from "./codecs/chat-link";
import type { Codec } from "./codecs/codec";
import { qrTarget } from "./codecs/qr-target";

/** In the order the dashboard shows them. */
export const sections = ["actions", "profile", "download", "content", "social", "contact"] as const;

export type Section = (typeof sections)[number];

/** What an edit screen shows while its owner types: a public page, and where on it to look first. */
export const previews = {
  header: { path: "/", part: "h1" },
  actions: { path: "/", part: "#contact" },
  contact: { path: "/", part: "#contact" },
  app: { path: "/download", part: "#app" },
  address: { path: "/download", part: "#address" },
  qr: { path: "/download", part: "img" },
} as const;

export type Preview = (typeof previews)[keyof typeof previews];

type Entry = { section: Section; icon: IconType };

export type Screen = Entry & {
  fields: readonly FieldKey[];
  /** Fields that stand on the form as inputs of another shape. */
  codec?: Partial<Record<FieldKey, Codec>>;
  preview: keyof typeof previews;
  /** After a save the owner stays here instead of going back to the dashboard. */
  stays?: true;
  /** There is nothing to save until something is chosen. */
  choosing?: true;
  /** Announced on the dashboard, not usable yet. */
  soon?: true;
};

export const screens = {
  "shop-button-url": { section: "actions", icon: ShoppingBag, fields: ["shopButtonUrl"], preview: "actions" },
  "feedback-url": { section: "actions", icon: MessageSquare, fields: ["feedbackUrl"], preview: "actions" },
  "profile-image": { section: "profile", icon: Image, fields: ["profileImage"], preview: "header", choosing: true },
  "brand-name": { section: "profile", icon: Type, fields: ["brandName"], preview: "header" },
  tagline: { section: "profile", icon: Quote, fields: ["tagline"], preview: "header" },
  address: {
    section: "download",
    icon: MapPinned,
    fields: ["businessName", "address", "businessHours"],
    codec: { address: addressParts },
    preview: "address",
  },
  "app-download": {
    section: "download",
    icon: Smartphone,
    fields: [
      "googlePlayTitle",
      "googlePlaySubtitle",
      "googlePlayUrl",
      "appStoreTitle",
      "appStoreSubtitle",
      "appStoreUrl",
      "apkDownloadTitle",
      "apkDownloadSubtitle",
      "appDownloadUrl",
    ],
    preview: "app",
  },
  "qr-code": {
    section: "download",
    icon: QrCode,
    fields: ["qrUrl", "qrSize", "qrColor", "qrLabel", "qrDescription"],
    codec: { qrUrl: qrTarget },
    preview: "qr",
  },
  instagram: { section: "social", icon: brandIcons.instagram, fields: ["instagram"], preview: "header" },
  facebook: { section: "social", icon: brandIcons.facebook, fields: ["facebook"], preview: "header" },
  linkedin: { section: "social", icon: brandIcons.linkedin, fields: ["linkedin"], preview: "header" },
  youtube: { section: "social", icon: brandIcons.youtube, fields: ["youtube"], preview: "header" },
  twitter: { section: "social", icon: brandIcons.twitter, fields: ["twitter"], preview: "header" },
  website: { section: "social", icon: brandIcons.website, fields: ["website"], preview: "header" },
  whatsapp: {
    section: "social",
    icon: brandIcons.whatsapp,
    fields: ["whatsapp"],
    codec: { whatsapp: chatLink },
    preview: "header",
  },
  phone: { section: "contact", icon: Phone, fields: ["phone"], preview: "contact" },
  email: { section: "contact", icon: AtSign, fields: ["email"], preview: "contact", stays: true },
  "contact-address": { section: "contact", icon: MapPin, fields: ["address"], preview: "contact" },
} as const satisfies Record<string, Screen>;

export type ScreenKey = keyof typeof screens;

export const screenKeys = Object.keys(screens) as ScreenKey[];

/** Written by hand, because they save no fields. */
export const pages = {
  "send-feedback": { section: "profile", icon: MessageSquareHeart },
  translations: { section: "profile", icon: Languages },
  history: { section: "profile", icon: History },
  account: { section: "profile", icon: ShieldCheck },
  inbox: { section: "content", icon: Inbox },
} as const satisfies Record<string, Entry>;

export type PageKey = keyof typeof pages;

export const pageKeys = Object.keys(pages) as PageKey[];

/** A field stands on a screen or here; a new one in neither place does not compile. */
export const fieldsWithoutScreen = [
  "logoImage", // shown nowhere yet: it follows the profile image
] as const satisfies readonly FieldKey[];

type ScreenField = (typeof screens)[ScreenKey]["fields"][number];
type Codecs = Extract<(typeof screens)[ScreenKey], { codec: unknown }>["codec"];
type InputOf<C> = C extends { inputs: infer Inputs } ? keyof Inputs & string : never;
type CodecInput = Codecs extends infer C ? (C extends unknown ? InputOf<C[keyof C]> : never) : never;

type Words =
  | `screen.${ScreenKey}.${"title" | "failure"}`
  | `screen.${PageKey}.title`
  | `field.${ScreenField | CodecInput}.label`
  | `section.${Section}`;
type Unplaced = Exclude<FieldKey, ScreenField | (typeof fieldsWithoutScreen)[number]>;

/** Compiles only when nothing is missing; the compiler's complaint names what is. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Unplaced>;
