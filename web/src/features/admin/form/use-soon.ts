import { useEffect, useRef } from "react";

/** Runs an action after a delay, unless it is cancelled or the component unmounts. */
export function useSoon(action: () => void, ms: number): { start: () => void; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  const start = () => {
    cancel();
    timer.current = setTimeout(action, ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { start, cancel };
}
