import { workerAddress } from "../../../lib/trusted";
import { whenIdle } from "../../../lib/when-idle";
import { adminPath, reportPath } from "../../../paths";

/** Long enough for the first screen to load its data even on a slow network. */
const settledMs = 4000;

/**
 * Registers the service worker, which caches the app's files. Without it everything still works. Readers of a shared
 * report do not need it.
 */
export function keepApp(): void {
  if (!("serviceWorker" in navigator) || location.pathname === reportPath) return;
  const register = () => void navigator.serviceWorker.register(workerAddress(), { scope: adminPath }).catch(() => {});
  addEventListener("load", () => setTimeout(whenIdle, settledMs, register));
}
