import { useSyncExternalStore } from "react";

/** What browsers of the Chromium family say where an app can be put on the home screen. */
type Offer = Event & { prompt: () => Promise<unknown> };

let offer: Offer | null = null;
const listeners = new Set<() => void>();

function set(next: Offer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the browser's offer for when the owner asks for it: it comes once, soon after the start. */
export function awaitOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as Offer);
  });
  addEventListener("appinstalled", () => set(null));
}

/** Asks the browser to put the app on the home screen; null where it makes no such offer. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(subscribe, () => offer);
  if (!current) return null;
  return () => {
    set(null); // an offer can be taken once
    void current.prompt();
  };
}
