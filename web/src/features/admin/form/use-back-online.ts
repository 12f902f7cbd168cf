import { useEffect } from "react";
import { errorCode } from "../../../api/errors";

/** What failed for want of a connection is forgotten when there is one again. */
export function useBackOnline({ error, reset }: { error: Error | null; reset: () => void }): void {
  const offline = error !== null && errorCode(error) === "offline";
  useEffect(() => {
    if (!offline) return;
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [offline, reset]);
}
