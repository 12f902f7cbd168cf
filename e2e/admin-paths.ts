// Every address of the owner's side that clause R2 names, and those that came with it.
import { words } from "./languages.ts";

export const screens = [
  "address",
  "app-download",
  "qr-code",
  "instagram",
  "facebook",
  "linkedin",
  "youtube",
  "twitter",
  "website",
  "whatsapp",
  "phone",
  "email",
  "contact-address",
  "profile-image",
  "brand-name",
  "tagline",
  "shop-button-url",
  "feedback-url",
  "looks",
] as const;

/** Every list has its words, and its manager by them. */
const managers = Object.keys(words.en).flatMap((key) => /^manager\.([\w-]+)\.add$/.exec(key)?.[1] ?? []);

export const adminPaths = [
  "/admin/dashboard",
  ...screens.map((screen) => `/admin/edit-${screen}`),
  ...managers.map((manager) => `/admin/edit-${manager}`),
  "/admin/send-feedback",
  "/admin/translations",
  "/admin/history",
  "/admin/account",
  "/admin/inbox",
];
