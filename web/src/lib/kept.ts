const prefix = "kept:";

/** Stores a value for this tab, which survives a reload. Returns false if storage is unavailable or full. */
export function keep(name: string, value: unknown): boolean {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The stored value; null if there is none or it is unreadable. */
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

/** The event on which other code in this tab deletes what it stored for the owner. */
export const forgotten = "forgotten";

/** Deletes everything stored in this tab, because its owner has signed out. */
export function dropAll(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
  } catch {}
  dispatchEvent(new Event(forgotten));
}
