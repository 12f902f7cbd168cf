import type { MouseEvent } from "react";

/** Prevents the default action of a click and returns true. Clicks that open a new tab or window are left alone. */
export function takePress(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
