import { WifiOff } from "lucide-react";
import { useT } from "../../../i18n/language";
import { useOnline } from "./use-online";

export function OfflineBanner() {
  const t = useT();
  if (useOnline()) return null;
  return (
    <p role="status" className="flex items-center gap-3 bg-ink px-5 py-2.5 text-sm text-white">
      <WifiOff size={18} className="shrink-0" />
      {t("admin.offline")}
    </p>
  );
}
