import { useEffect } from "react";
import { savesData } from "./saves-data";
import { whenIdle } from "./when-idle";

/** Preloads code that will probably be needed, once the page is idle, so that the click finds it loaded. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => (savesData() ? undefined : whenIdle(() => void load().catch(() => {}))), [load]);
}
