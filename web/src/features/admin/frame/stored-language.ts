import { useSyncExternalStore } from "react";
import { type Lang, langs, parseLang } from "../../../lib/lang";

const key = "language";
const listeners = new Set<() => void>();

/** The choice for this visit, in case the browser blocks storage (private windows, embedded browsers). */
let chosen: Lang | null = null;

function read(): Lang {
  try {
    return parseLang(localStorage.getItem(key) ?? chosen);
  } catch {
    return parseLang(chosen);
  }
}

export function storeLanguage(lang: Lang): void {
  chosen = lang;
  try {
    localStorage.setItem(key, lang);
  } catch {}
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useStoredLanguage(): Lang {
  return useSyncExternalStore(subscribe, read);
}

/** Without a stored choice, chooses the first browser language that we support. */
export function preferLanguage(): void {
  try {
    if (localStorage.getItem(key)) return;
  } catch {}
  if (chosen) return;
  const spoken = navigator.languages.map((tag) => langs.find((lang) => tag.split("-")[0] === lang));
  const first = spoken.find((lang) => lang !== undefined);
  if (first) storeLanguage(first);
}
