import { workerAddress } from "../../../lib/trusted";
import { whenIdle } from "../../../lib/when-idle";
import { adminPath, reportPath } from "../../../paths";

/** By then the first screen has what it asked for on slow networks, too. */
const settledMs = 4000;

/** Lets the service worker keep the app's files. Where there is none, everything works as before; who reads a report is no owner. */
export function keepApp(): void {
  if (!("serviceWorker" in navigator) || location.pathname === reportPath) return;
  const register = () => void navigator.serviceWorker.register(workerAddress(), { scope: adminPath }).catch(() => {});
  addEventListener("load", () => setTimeout(whenIdle, settledMs, register));
}
