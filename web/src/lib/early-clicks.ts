type EarlyClick = { target: Element; time: number };

declare global {
  /** Clicks that the loader recorded before React was ready; undefined once React handles clicks itself. */
  var __early: EarlyClick[] | undefined;
}

/** Removes and returns the times of an element's early clicks. */
export function takeEarlyClicks(target: Element): number[] {
  const mine = window.__early?.filter((click) => click.target === target) ?? [];
  window.__early = window.__early?.filter((click) => click.target !== target);
  return mine.map((click) => click.time);
}

/** Removes the busy state that the loader set on clicked elements. */
export function settlePressed(): void {
  for (const pressed of document.querySelectorAll('[aria-busy="true"]')) pressed.removeAttribute("aria-busy");
}

/** Replays early clicks that no component has taken. A summary is skipped, because it has already opened natively. */
export function replayEarlyClicks(): void {
  const early = window.__early ?? [];
  window.__early = undefined;
  settlePressed();
  for (const target of new Set(early.map((click) => click.target))) {
    if (target.matches("a,button") && target.isConnected) (target as HTMLElement).click();
  }
}
