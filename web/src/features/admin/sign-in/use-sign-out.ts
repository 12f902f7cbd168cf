import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "./auth";

export function useSignOut(): () => Promise<void> {
  const t = useT();
  const { signOut } = useAuth();
  return async () => {
    try {
      await signOut();
      toast({ title: t("admin.loggedOut"), description: t("admin.loggedOut.description") });
    } catch (error) {
      const description = t.first([`error.${errorCode(error)}`, "error.internal"]);
      toast({ title: t("toast.error"), description, tone: "destructive" });
    }
  };
}
