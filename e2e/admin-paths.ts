// Every path of the owner's app, derived from the texts that each screen must have.
import { words } from "./languages.ts";

const named = (pattern: RegExp) => Object.keys(words.en).flatMap((key) => pattern.exec(key)?.[1] ?? []);

const titled = named(/^screen\.([\w-]+)\.title$/);
const failing = named(/^screen\.([\w-]+)\.failure$/);

/** Screens that save fields have a text for failure. send-feedback also has one, but is not such a screen. */
const screens = failing.filter((screen) => screen !== "send-feedback");

/** Every list has a manager with its own texts. */
const managers = named(/^manager\.([\w-]+)\.add$/);

const pages = titled.filter((page) => !screens.includes(page));

/** The paths of the tabs, which the dashboard does not repeat. */
export const tabPaths = ["/admin/dashboard", "/admin/inbox", "/admin/page", "/admin/insights"];

export const adminPaths = [
  "/admin/dashboard",
  ...[...screens, ...managers].map((screen) => `/admin/edit-${screen}`),
  ...pages.map((page) => `/admin/${page}`),
];
