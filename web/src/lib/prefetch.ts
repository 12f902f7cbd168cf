import { savesData } from "./saves-data";

const seen = new Set<string>();

/** The URL that a link leads to, if it is another page of this site. */
function destination(target: EventTarget | null): string | null {
  const link =
    target instanceof Element
      ? target.closest<HTMLAnchorElement>("a[href]:not([target],[data-file],[aria-haspopup])")
      : null;
  if (link?.origin !== location.origin || link.pathname === location.pathname) return null;
  return link.pathname + link.search;
}

/**
 * Prefetches a page when its link is hovered or focused, so that the click finds it in the cache. Browsers that support
 * the document's speculation rules do this better themselves.
 */
export function prefetchOnIntent(): void {
  if (HTMLScriptElement.supports?.("speculationrules") || savesData()) return;
  const prefetch = ({ target }: Event) => {
    const href = destination(target);
    if (!href || seen.has(href)) return;
    seen.add(href);
    fetch(href, { priority: "low" }).catch(() => seen.delete(href));
  };
  for (const type of ["pointerover", "focusin"]) addEventListener(type, prefetch, { passive: true });
}
