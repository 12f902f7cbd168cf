const prefix = "kept:";

/** Keeps something for this tab through a reload; false where storage is closed to us or full. */
export function keep(name: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What was kept under the name; null if nothing was, or nothing readable. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? "null");
  } catch {
    return null;
  }
}

export function drop(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {}
}

/** Heard by whatever else keeps something of the owner's in this tab. */
export const forgotten = "forgotten";

/** Nothing that was kept stays in this tab: who had typed it has gone. */
export function dropAll(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
  } catch {}
  dispatchEvent(new Event(forgotten));
}
