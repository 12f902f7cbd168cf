const key = "first-run";

/** Without storage the list stays hidden for this visit only. */
export function hideFirstRun(): void {
  try {
    localStorage.setItem(key, "hidden");
  } catch {}
}

export function showFirstRun(): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}

export function isFirstRunHidden(): boolean {
  try {
    return localStorage.getItem(key) === "hidden";
  } catch {
    return false;
  }
}
