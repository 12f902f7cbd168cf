import { useEffect, useEffectEvent, useState } from "react";
import type { Texts } from "../values/texts";

const stoppedMs = 1500;
const againMs = 15_000;

type Options = {
  /** There are unsaved changes, and no save is under way. */
  due: boolean;
  failed: boolean;
  draft: Texts;
  save: (draft: Texts) => void;
};

/** Saves a draft when typing pauses; after a failure it waits longer. */
export function useAutosave({ due, failed, draft, save }: Options): void {
  const act = useEffectEvent(save);
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => act(draft), failed ? againMs : stoppedMs);
    return () => clearTimeout(timer);
  }, [due, failed, draft]);
}

/** The time of the last autosave. */
export function useSavedAt(): [{ hour: number; minute: number } | undefined, () => void] {
  const [at, setAt] = useState<{ hour: number; minute: number }>();
  const now = () => {
    const time = new Date();
    setAt({ hour: time.getHours(), minute: time.getMinutes() });
  };
  return [at, now];
}
