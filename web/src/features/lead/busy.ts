import { useSyncExternalStore } from "react";

let busy = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a message is being sent. Its dialog may be closed and opened again in the meantime. */
export const useBusy = () => useSyncExternalStore(subscribe, () => busy);

export function setBusy(now: boolean): void {
  busy = now;
  for (const listener of listeners) listener();
}
