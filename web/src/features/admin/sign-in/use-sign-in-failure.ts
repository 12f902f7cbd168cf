import { useEffect, useRef } from "react";
import { cancelled } from "../../../api/account";
import { ApiError, errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { dismissToast, toast } from "../../../lib/toast";

/** Shows why a sign-in failed until the step is over. `wrong` is the message for wrong credentials. */
export function useSignInFailure(): (error: unknown, wrong: string) => void {
  const t = useT();
  const shown = useRef(0);
  useEffect(() => () => dismissToast(shown.current), []);
  return (error, wrong) => {
    const code = errorCode(error);
    if (code === cancelled) return;
    const seconds = error instanceof ApiError ? error.retrySeconds : 0;
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    const description =
      code === "bad_credentials"
        ? wrong
        : t.first([seconds > 0 ? `error.${code}.wait` : "", `error.${code}`, "error.internal"], { minutes });
    dismissToast(shown.current);
    shown.current = toast({ title: t("admin.loginFailed"), description, tone: "destructive" });
  };
}
