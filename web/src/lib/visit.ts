/** An event: its kind and its subject. */
type VisitEvent = (string | undefined)[];

/** A view: path, source, 1 for the first page of a visit, random id, number of events already sent, events to send. */
export type Visit = { p: string; s: string; f: number; t: number; n: number; e: VisitEvent[] };

declare global {
  /** The view of this page, once the page is visible. */
  var __visit: Visit | undefined;
  /** Set by the loader: queues an event and sends the queue. Undefined if nothing is counted. */
  var __count: ((...event: VisitEvent) => void) | undefined;

  interface Document {
    /** Whether the page is prerendered and not visible yet. */
    readonly prerendering?: boolean;
  }
}

/** Counts an event that is not a click on a link. */
export function count(...event: ["share"] | ["open", "quote" | "portfolio"]): void {
  window.__count?.(...event);
}
