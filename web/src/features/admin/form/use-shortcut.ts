import { useEffect, useEffectEvent } from "react";

/** Ctrl and a letter (Command on a Mac), wherever the focus is; while a dialog is open it waits, and the browser's own meaning too. */
export function useShortcut(letter: string, action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter && event.code !== `Key${letter.toUpperCase()}`) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [letter]);
}
