type Makers = { createHTML: (html: string) => string; createScriptURL: (address: string) => string };
type Factory = { createPolicy: (name: string, makers: Makers) => Makers };

/** The only script URL that is created from a string: the service worker. */
const worker = "/worker.js";

/** The Trusted Types policy. If the page's CSP requires Trusted Types, strings become HTML or script URLs only here. */
const makers = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("parichay", {
  createHTML: (html) => html,
  createScriptURL: (address) => (address === worker ? address : ""),
});

/** Marks HTML as trusted. Callers may pass only HTML sanitised by the server or shown where no script runs. */
export const trusted = (html: string): string => makers?.createHTML(html) ?? html;

export const workerAddress = (): string => makers?.createScriptURL(worker) ?? worker;

/** Parses HTML into an inert document: nothing in it runs or loads. */
export const inert = (html: string): Document => new DOMParser().parseFromString(trusted(html), "text/html");
