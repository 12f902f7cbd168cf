import { useEffect, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let holders = 0;

function change(by: number) {
  holders += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the screen as having unsaved text. */
export function useMarkUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    change(1);
    return () => change(-1);
  }, [unsaved]);
}

export const useUnsaved = (): boolean => useSyncExternalStore(subscribe, () => holders > 0);
