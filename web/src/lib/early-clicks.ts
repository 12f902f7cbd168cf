type EarlyClick = { target: Element; time: number };

declare global {
  /** Clicks the page's loader saw before React was there; absent once React listens itself. */
  var __early: EarlyClick[] | undefined;
}

/** Removes and returns the moments at which the element was pressed before React was there. */
export function takeEarlyClicks(target: Element): number[] {
  const mine = window.__early?.filter((click) => click.target === target) ?? [];
  window.__early = window.__early?.filter((click) => click.target !== target);
  return mine.map((click) => click.time);
}

/** What was pressed is done: the sign that the loader set on it goes. */
export function settlePressed(): void {
  for (const pressed of document.querySelectorAll('[aria-busy="true"]')) pressed.removeAttribute("aria-busy");
}

/** Presses once more whatever was pressed too early and not taken by its component; a summary has opened by itself. */
export function replayEarlyClicks(): void {
  const early = window.__early ?? [];
  window.__early = undefined;
  settlePressed();
  for (const target of new Set(early.map((click) => click.target))) {
    if (target.matches("a,button") && target.isConnected) (target as HTMLElement).click();
  }
}
