import { WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

/** Shown when the app starts offline: what works, and what has to wait. */
export function OfflineScreen({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    <main className="mx-auto grid min-h-svh max-w-md content-center justify-items-start gap-4 p-5">
      <WifiOff size={32} className="text-gold-ink" />
      <h1 className="text-2xl font-bold">{t("app.offline.title")}</h1>
      <p role="status">{t("app.offline.works")}</p>
      <p className="text-muted">{t("app.offline.needs")}</p>
      <Button onClick={onRetry}>{t("admin.retry")}</Button>
    </main>
  );
}
