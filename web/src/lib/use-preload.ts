import { useEffect } from "react";
import { savesData } from "./saves-data";
import { whenIdle } from "./when-idle";

/** Fetches a part of the page that is likely to be wanted once the page is at rest, so that the press finds it there. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => (savesData() ? undefined : whenIdle(() => void load().catch(() => {}))), [load]);
}
