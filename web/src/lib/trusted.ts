type Makers = { createHTML: (html: string) => string; createScriptURL: (address: string) => string };
type Factory = { createPolicy: (name: string, makers: Makers) => Makers };

/** The one script that is named by a text: the service worker. */
const worker = "/worker.js";

/** Where a page's policy asks for it, no text becomes markup or a script's address but through here. */
const makers = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("parichay", {
  createHTML: (html) => html,
  createScriptURL: (address) => (address === worker ? address : ""),
});

/** Markup that was cleaned by the server, or that is shown where no script runs: who calls this says which. */
export const trusted = (html: string): string => makers?.createHTML(html) ?? html;

export const workerAddress = (): string => makers?.createScriptURL(worker) ?? worker;

/** A text read as markup in a document nobody sees: nothing in it runs or loads. */
export const inert = (html: string): Document => new DOMParser().parseFromString(trusted(html), "text/html");
