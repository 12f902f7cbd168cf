import type { Lang } from "./lib/lang";

export const homePath = "/";
export const blogPath = "/blog";
export const portfolioPath = "/portfolio";
export const servicesPath = "/services";
export const quotePath = "/services/quote";
export const privacyPath = "/privacy";
export const requestPath = "/portfolio/request";
export const adminPath = "/admin";
export const adminManifestPath = "/admin/manifest.webmanifest";
export const dashboardPath = "/admin/dashboard";

/** Targets of links that the program prints or mails. The secret is in the fragment. */
export const setupPath = "/admin/setup";
export const resetPath = "/admin/reset";
export const notMePath = "/admin/not-me";

/** The shared report. Its link also has the secret in the fragment. */
export const reportPath = "/report";

export const editPath = (screen: string) => `/admin/edit-${screen}`;
export const newItemPath = (manager: string, kind = "") => `${editPath(manager)}?new${kind && `=${kind}`}`;
export const editItemPath = (manager: string, id: string) => `${editPath(manager)}?item=${encodeURIComponent(id)}`;
export const pastePath = (manager: string) => `${editPath(manager)}?paste`;
export const bringPath = (manager: string) => `${editPath(manager)}?bring`;

/** A page of the owner's app that edits no fields. */
export const ownPath = (page: string) => `/admin/${page}`;

export const searchPath = (text: string) => `/admin/inbox?${new URLSearchParams({ q: text })}`;
export const leadPath = (id: number) => `/admin/inbox?lead=${id}`;

export const historyPath = (subject: string, id: string) => `/admin/history?${new URLSearchParams({ subject, id })}`;
export const screenHistoryPath = (screen: string) => `/admin/history?${new URLSearchParams({ screen })}`;

/** A public path in the language of the given home page. */
export const within = (home: string, path: string) => (home === homePath ? path : home + path);

/** The path of a public page in a language. The site's primary language has no prefix. */
export const inLang = (lang: Lang, path: string, primary: Lang) =>
  lang === primary ? path : within(`/${lang}`, path === homePath ? "" : path);
