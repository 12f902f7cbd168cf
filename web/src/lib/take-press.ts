import type { MouseEvent } from "react";

/** Keeps a press from leading on, and says so; one that wants another tab or window gets it. */
export function takePress(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return false;
  event.preventDefault();
  return true;
}
