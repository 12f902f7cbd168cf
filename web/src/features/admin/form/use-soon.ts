import { useEffect, useRef } from "react";

/** Does something a while later, unless it is called off or the component is gone. */
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
