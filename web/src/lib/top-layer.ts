import { useSyncExternalStore } from "react";

/** A modal dialog makes the rest of the page inert, so elements that must stay usable move into the topmost dialog. */
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

export function enterTopLayer(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  changed();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    changed();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? document.body,
    () => null,
  );
}
