import { useEffect, useEffectEvent } from "react";

/**
 * Runs an action on Ctrl (Command on a Mac) and a letter, wherever the focus is. While a dialog is open, neither the
 * action nor the browser's own shortcut runs.
 */
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
