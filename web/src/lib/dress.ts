/**
 * Replaces the theme of a document by another one. The document's CSP allows only the inline styles it came with, but
 * it does not restrict style sheets constructed by script.
 */
export function dress(page: Document, look = ""): void {
  const view = page.defaultView;
  if (!view) return;
  page.getElementById("look")?.remove();
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(look);
  page.adoptedStyleSheets = [sheet];
}
