/** An event: its kind, and what it is about. */
type Told = (string | undefined)[];

/** What the page's loader tells the server of a view: path, source, 1 for the visit's first page, name, how many events went before, events. */
export type Visit = { p: string; s: string; f: number; t: number; n: number; e: Told[] };

declare global {
  /** The view that this page is, once somebody sees it. */
  var __visit: Visit | undefined;
  /** The loader's: takes an event and sends it with all that waits. Absent where nothing is counted. */
  var __count: ((...event: Told) => void) | undefined;

  interface Document {
    /** Drawn ahead: nobody sees it yet. */
    readonly prerendering?: boolean;
  }
}

/** Counts what no press on a link tells. */
export function count(...event: ["share"] | ["open", "quote" | "portfolio"]): void {
  window.__count?.(...event);
}
