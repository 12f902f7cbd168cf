import { useLayoutEffect, useState } from "react";
import { NavigationType, useNavigationType } from "react-router";

/**
 * Scrolls a newly opened screen to the top if it covers the previous one. After going back, places.tsx
 * restores the position.
 */
export function useTop(covers: () => boolean) {
  const now = useNavigationType();
  const [way] = useState(now);
  useLayoutEffect(() => {
    if (way !== NavigationType.Pop && covers()) window.scrollTo({ top: 0, behavior: "instant" });
  }, [way, covers]);
}
