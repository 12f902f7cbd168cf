import { useEffect, useEffectEvent } from "react";
import { askPasskey } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { autofillWorks, stopAsking } from "../../../lib/passkey";
import { useAuth } from "./auth";
import { useSignInFailure } from "./use-sign-in-failure";

/** Offers passkeys in the autofill suggestions of the email input, if the browser supports it. */
export function usePasskeyAutofill(onSignedIn: (() => void) | undefined): void {
  const t = useT();
  const { signInByPasskey } = useAuth();
  const fail = useSignInFailure();

  const wait = useEffectEvent(async () => {
    try {
      if (!(await autofillWorks())) return;
      const credential = await askPasskey("conditional").catch(() => undefined); // the passkey button shows errors
      if (!credential) return;
      await signInByPasskey(credential);
      onSignedIn?.();
    } catch (error) {
      fail(error, t("signIn.wrongPasskey"));
    }
  });

  useEffect(() => {
    void wait();
    return stopAsking;
  }, []);
}
