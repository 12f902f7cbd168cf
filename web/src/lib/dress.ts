/**
 * Gives a document the owner's look in the place of the one it came with. It takes no inline style but those it came
 * with; a sheet that is made by script is none.
 */
export function dress(page: Document, look = ""): void {
  const view = page.defaultView;
  if (!view) return;
  page.getElementById("look")?.remove();
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(look);
  page.adoptedStyleSheets = [sheet];
}
