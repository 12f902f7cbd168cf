// Every address of the owner's side, by the words that each screen must have.
import { words } from "./languages.ts";

const named = (pattern: RegExp) => Object.keys(words.en).flatMap((key) => pattern.exec(key)?.[1] ?? []);

const titled = named(/^screen\.([\w-]+)\.title$/);
const failing = named(/^screen\.([\w-]+)\.failure$/);

/** What saves fields says how that fails; the owner's own message is the one page that does, too. */
const screens = failing.filter((screen) => screen !== "send-feedback");

/** Every list has its words, and its manager by them. */
const managers = named(/^manager\.([\w-]+)\.add$/);

const pages = titled.filter((page) => !screens.includes(page));

/** Where the tabs lead; the dashboard does not repeat them. */
export const tabPaths = ["/admin/dashboard", "/admin/inbox", "/admin/page", "/admin/insights"];

export const adminPaths = [
  "/admin/dashboard",
  ...[...screens, ...managers].map((screen) => `/admin/edit-${screen}`),
  ...pages.map((page) => `/admin/${page}`),
];
