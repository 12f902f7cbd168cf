import { cancelled, isFresh } from "../../../api/account";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "./auth";

/**
 * Starts a download that needs a confirmation of identity. The browser sends the request itself, so the confirmation
 * must come first.
 */
export function useDownload(): (href: string) => Promise<void> {
  const t = useT();
  const { keepSession } = useAuth();
  return async (href) => {
    try {
      await keepSession(isFresh);
    } catch (error) {
      const code = errorCode(error);
      if (code === cancelled) return;
      const description = t.first([`error.${code}`, "error.internal"]);
      toast({ title: t("toast.error"), description, tone: "destructive" });
      return;
    }
    const link = document.createElement("a");
    link.href = href;
    link.download = "";
    link.click();
  };
}
