import { useLayoutEffect, useState } from "react";
import { NavigationType, useNavigationType } from "react-router";

/**
 * What was opened, and covers what was seen before, begins at its top; what was come back to is where it was left, which
 * the browser knows itself.
 */
export function useTop(covers: () => boolean) {
  const now = useNavigationType();
  const [way] = useState(now);
  useLayoutEffect(() => {
    if (way !== NavigationType.Pop && covers()) window.scrollTo({ top: 0, behavior: "instant" });
  }, [way, covers]);
}
