import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** The values of this visit, in case the browser blocks storage. */
const known = new Map<string, string>();

/** What this device remembers; empty if nothing. */
export function recall(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return known.get(key) ?? "";
  }
}

/** Remembers a value on this device; an empty value is forgotten. */
export function remember(key: string, value: string): void {
  known.set(key, value);
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {}
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useRemembered = (key: string): string => useSyncExternalStore(subscribe, () => recall(key));
