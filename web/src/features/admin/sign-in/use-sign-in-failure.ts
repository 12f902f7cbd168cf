import { cancelled } from "../../../api/account";
import { errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";

/** Says why a sign-in failed; `wrong` is what it says of credentials that were. */
export function useSignInFailure(): (error: unknown, wrong: string) => void {
  const t = useT();
  return (error, wrong) => {
    const code = errorCode(error);
    if (code === cancelled) return;
    const description = code === "bad_credentials" ? wrong : t.first([`error.${code}`, "error.internal"]);
    toast({ title: t("admin.loginFailed"), description, tone: "destructive" });
  };
}
