import {
  AtSign,
  ChartLine,
  Clock,
  History,
  Image,
  Images,
  Inbox,
  Languages,
  ListChecks,
  ListOrdered,
  MapPin,
  MapPinned,
  MessageSquare,
  MessageSquareHeart,
  Palette,
  PanelsTopLeft,
  PanelTop,
  Phone,
  QrCode,
  Quote,
  ScanQrCode,
  ShieldCheck,
  ShoppingBag,
  Smartphone,
  Store,
  Type,
  UserPen,
  WholeWord,
} from "lucide-react";
import { fields } from "../../api/fields.gen";
import type { FieldKey } from "../../api/types";
import type { TranslationKey } from "../../i18n/words";
import { brandIcons } from "../../ui/brand-icon";
import type { IconType } from "../../ui/icon-well";
import { addressParts } from "./codecs/address";
import { chatLink } from "./codecs/chat-link";
import type { Codec } from "./codecs/codec";
import { qrTarget } from "./codecs/qr-target";

/** In dashboard order. */
export const sections = ["actions", "profile", "download", "content", "social", "contact"] as const;

export type Section = (typeof sections)[number];

/** The public page that an edit screen previews, and the element to scroll to. */
export const previews = {
  header: { path: "/", part: "h1" },
  links: { path: "/", part: "#links" },
  looks: { path: "/", part: "h1" },
  services: { path: "/services", part: "h1" },
  form: { path: "/services/quote", part: "h1" },
  portfolio: { path: "/portfolio", part: "h1" },
  blog: { path: "/blog", part: "h1" },
  visit: { path: "/download", part: "h1" },
  actions: { path: "/", part: "#contact" },
  contact: { path: "/", part: "#contact" },
  app: { path: "/download", part: "#app" },
  address: { path: "/download", part: "#address" },
  qr: { path: "/download", part: "img" },
} as const;

export type Preview = (typeof previews)[keyof typeof previews];

/** The link to that element on the public page. */
export const viewPath = ({ path, part }: Preview) => (part.startsWith("#") ? path + part : path);

/** The groups of the Page tab, in order. */
export const shelves = ["home", "header", "social", "contact", "lists", "download", "words", "whole"] as const;

export type Shelf = (typeof shelves)[number];

/** Without `section` the dashboard does not list it. */
type Entry = { section?: Section; icon: IconType };

export type Screen = Entry & {
  /** The group of the Page tab, if it differs from the section's group. */
  shelf?: Shelf;
  fields: readonly FieldKey[];
  /** Fields that the form shows as different or several inputs. */
  codec?: Partial<Record<FieldKey, Codec>>;
  preview: keyof typeof previews;
  /** After a save the owner stays here instead of returning to the dashboard. */
  stays?: true;
  /** Fields that apply only if another field has a given value. */
  onlyWith?: Partial<Record<FieldKey, readonly [field: FieldKey, value: string]>>;
  /** Fields that one button resets to their defaults. */
  reset?: readonly FieldKey[];
  /** Collects fields that also have their own screens. */
  gathers?: true;
  /** Save is disabled until something is chosen. */
  choosing?: true;
  /** Listed on the dashboard, but not available yet. */
  soon?: true;
};

/** A group of slots: texts of the public pages that depend on the trade. */
type SlotGroup = Extract<(typeof fields)[FieldKey], { group: string }>["group"];
type SlotIn<Group extends SlotGroup> = {
  [Key in FieldKey]: (typeof fields)[Key] extends { group: Group } ? Key : never;
}[FieldKey];

const isIn = (key: FieldKey, group: SlotGroup) => {
  const field = fields[key];
  return "group" in field && field.group === group;
};

/** The screen with the owner's own words of a group. */
const wordsOf = <Group extends SlotGroup>(group: Group, preview: keyof typeof previews) => ({
  shelf: "words" as const,
  icon: WholeWord,
  fields: (Object.keys(fields) as FieldKey[]).filter((key): key is SlotIn<Group> => isIn(key, group)),
  preview,
});

const plans = {
  "shop-button-url": { section: "actions", icon: ShoppingBag, fields: ["shopButtonUrl"], preview: "actions" },
  "feedback-url": { section: "actions", icon: MessageSquare, fields: ["feedbackUrl"], preview: "actions" },
  "profile-image": { section: "profile", icon: Image, fields: ["profileImage"], preview: "header", choosing: true },
  "brand-name": { section: "profile", icon: Type, fields: ["brandName"], preview: "header" },
  tagline: { section: "profile", icon: Quote, fields: ["tagline"], preview: "header" },
  looks: {
    section: "profile",
    shelf: "home",
    icon: Palette,
    fields: ["theme", "accent", "mode", "shape", "backdrop", "backdropImage", "cover", "mainAction"],
    preview: "looks",
    onlyWith: { backdropImage: ["backdrop", "photo"] },
    reset: ["accent", "mode", "shape", "backdrop"],
  },
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
  "social-links": {
    section: "social",
    icon: ListOrdered,
    fields: ["socialOrder", ...fields.socialOrder.options],
    gathers: true,
    preview: "header",
  },
  pages: {
    section: "content",
    icon: PanelsTopLeft,
    fields: ["showServices", "showPortfolio", "showBlog", "showDownload"],
    preview: "links",
  },
  "article-author": { section: "content", shelf: "lists", icon: UserPen, fields: ["articleAuthor"], preview: "blog" },
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
  form: { shelf: "words", icon: ListChecks, fields: ["formNeeds", "formPhotos", "questions"], preview: "form" },
  "words-home": wordsOf("home", "header"),
  "words-services": wordsOf("services", "services"),
  "words-form": wordsOf("form", "services"),
  "words-portfolio": wordsOf("portfolio", "portfolio"),
  "words-blog": wordsOf("blog", "blog"),
  "words-visit": wordsOf("visit", "visit"),
} as const satisfies Record<string, Screen>;

export type ScreenKey = keyof typeof plans;

export const screenKeys = Object.keys(plans) as ScreenKey[];

/** The switch that hides a field from the page, if the field has one. */
export const switchOf = (key: FieldKey): FieldKey | undefined => {
  const field = fields[key];
  return "part" in field ? field.part : undefined;
};

/** What a switch shows or hides: a field, or a page of the site. */
export function switchedBy(key: FieldKey): string | undefined {
  const [, first, rest = ""] = /^show(.)(.+)$/.exec(key) ?? [];
  return first && first.toLowerCase() + rest;
}

/** The switches of a field, or of each member of an order. */
const switchesOf = (key: FieldKey): FieldKey[] => {
  const field = fields[key];
  const members = field.kind === "order" ? (field.options as readonly FieldKey[]) : [key];
  return members.flatMap((member) => switchOf(member) ?? []);
};

const withSwitches = (plan: Screen): Screen => ({
  ...plan,
  fields: [...new Set(plan.fields.flatMap((key) => [key, ...switchesOf(key)]))],
});

/** Every screen; each field is followed by its switch. */
export const screens = Object.fromEntries(screenKeys.map((key) => [key, withSwitches(plans[key])])) as Record<
  ScreenKey,
  Screen
>;

const shelfOfSection: Record<Section, Shelf> = {
  actions: "contact",
  profile: "header",
  download: "download",
  content: "home",
  social: "social",
  contact: "contact",
};

export const screensOn = (shelf: Shelf): ScreenKey[] =>
  screenKeys.filter((key) => {
    const { section, shelf: own } = screens[key];
    return (own ?? (section && shelfOfSection[section])) === shelf;
  });

/** A screen without `section` is not listed on the dashboard. A screen with `shelf` is listed on the Page tab. */
type Page = {
  section?: Section;
  shelf?: Shelf;
  icon: IconType;
  /** The tab that the screen belongs to, if it is not the Page tab. */
  tab?: "insights";
  /** Translation keys of other things found on this screen, for search. */
  holds?: readonly TranslationKey[];
};

/** Hand-written screens, because they save no fields. */
export const pages = {
  page: { icon: PanelTop },
  insights: { icon: ChartLine },
  codes: { section: "content", tab: "insights", icon: ScanQrCode, holds: ["codes.links", "codes.retire"] },
  "send-feedback": { section: "profile", icon: MessageSquareHeart },
  hours: { shelf: "download", icon: Clock, holds: ["field.businessHours.label", "opening.special"] },
  trade: { shelf: "words", icon: Store },
  media: { section: "profile", shelf: "whole", icon: Images, holds: ["library.upload", "library.alt"] },
  translations: { section: "profile", shelf: "whole", icon: Languages, holds: ["primary.label"] },
  history: { section: "profile", shelf: "whole", icon: History },
  account: {
    section: "profile",
    icon: ShieldCheck,
    holds: [
      "account.email",
      "account.password",
      "account.second",
      "account.passkeys",
      "account.totp",
      "account.codes",
      "account.sessions",
      "account.everything",
    ],
  },
  inbox: {
    section: "content",
    icon: Inbox,
    holds: ["inbox.export.csv", "inbox.export.json", "inbox.settings", "inbox.erase"],
  },
} as const satisfies Record<string, Page>;

export type PageKey = keyof typeof pages;

export const pageKeys = Object.keys(pages) as PageKey[];

export const pageOf = (key: PageKey): Page => pages[key];

export const pagesIn = (section: Section): PageKey[] => pageKeys.filter((key) => pageOf(key).section === section);

export const pagesOn = (shelf: Shelf): PageKey[] => pageKeys.filter((key) => pageOf(key).shelf === shelf);

/** Every field must be on a screen or in this list; otherwise the code does not compile. */
export const fieldsWithoutScreen = [
  "named", // on the dashboard
  "englishPath", // set by the server
  "languages", // on the translations screen
  "primaryLanguage", // on the translations screen
  "logoImage", // not shown yet; it follows the profile image
  "trade", // on its own screen
  "specialDays", // on the hours screen
] as const satisfies readonly FieldKey[];

/** The fields whose own screen this is. A screen that gathers fields of other screens owns none of those. */
type OwnField<Plan> = Plan extends { gathers: true }
  ? "socialOrder"
  : Plan extends { fields: readonly (infer Key)[] }
    ? Key
    : never;
type PlannedField = OwnField<(typeof plans)[ScreenKey]>;
type SwitchOf<Key> = Key extends FieldKey ? ((typeof fields)[Key] extends { part: infer Part } ? Part : never) : never;
type ScreenField = PlannedField | SwitchOf<PlannedField>;
type Codecs = Extract<(typeof plans)[ScreenKey], { codec: unknown }>["codec"];
type InputOf<C> = C extends { inputs: infer Inputs } ? keyof Inputs & string : never;
type CodecInput = Codecs extends infer C ? (C extends unknown ? InputOf<C[keyof C]> : never) : never;

type OptionWords<Key extends ScreenField> = Key extends FieldKey
  ? (typeof fields)[Key] extends { kind: "choice"; options: readonly (infer Option extends string)[] }
    ? `field.${Key}.option.${Option}`
    : never
  : never;

type Words =
  | OptionWords<ScreenField>
  | `screen.${ScreenKey}.${"title" | "failure"}`
  | `screen.${PageKey}.title`
  | `field.${ScreenField | CodecInput}.label`
  | `section.${Section}`
  | `shelf.${Shelf}`;

/** Compiles only if nothing is missing. The compiler error names the missing keys. */
type Complete<Missing extends string> = [Missing] extends [never] ? true : { missing: Missing };
const complete = true;
complete satisfies Complete<Exclude<Words, TranslationKey>>;
complete satisfies Complete<Exclude<FieldKey, ScreenField | (typeof fieldsWithoutScreen)[number]>>;
