import { useSyncExternalStore } from "react";

/** The `beforeinstallprompt` event of Chromium browsers. */
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

/** Stores the browser's install prompt until the owner asks for it: the event fires once, soon after startup. */
export function awaitOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as Offer);
  });
  addEventListener("appinstalled", () => set(null));
}

/** Installs the app on the home screen; null if the browser offers no prompt. */
export function useInstall(): (() => void) | null {
  const current = useSyncExternalStore(subscribe, () => offer);
  if (!current) return null;
  return () => {
    set(null); // a prompt works only once
    void current.prompt();
  };
}
