import { useEffect } from "react";
import { errorCode } from "../../../api/errors";

/** Clears an offline error when the connection is back. */
export function useBackOnline({ error, reset }: { error: Error | null; reset: () => void }): void {
  const offline = error !== null && errorCode(error) === "offline";
  useEffect(() => {
    if (!offline) return;
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [offline, reset]);
}
