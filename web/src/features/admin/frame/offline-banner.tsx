import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useT } from "../../../i18n/language";

function subscribe(listener: () => void): () => void {
  const until = new AbortController();
  for (const type of ["online", "offline"]) addEventListener(type, listener, until);
  return () => until.abort();
}

export function OfflineBanner() {
  const t = useT();
  if (useSyncExternalStore(subscribe, () => navigator.onLine)) return null;
  return (
    <p role="status" className="flex items-center gap-3 bg-ink px-5 py-2.5 text-sm text-white">
      <WifiOff size={18} className="shrink-0" />
      {t("admin.offline")}
    </p>
  );
}
