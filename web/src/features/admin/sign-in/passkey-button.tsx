import { KeyRound } from "lucide-react";
import { useState } from "react";
import { askPasskey } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { passkeysWork } from "../../../lib/passkey";
import { Button } from "../../../ui/button";
import { useAuth } from "./auth";
import { useSignInFailure } from "./use-sign-in-failure";

type Props = { label: string; onSignedIn: (() => void) | undefined };

/** Signs in with a passkey only. Hidden in browsers without passkeys. */
export function PasskeyButton({ label, onSignedIn }: Props) {
  const t = useT();
  const { signInByPasskey } = useAuth();
  const fail = useSignInFailure();
  const [busy, setBusy] = useState(false);
  if (!passkeysWork()) return null;

  const signIn = async () => {
    setBusy(true);
    try {
      await signInByPasskey(await askPasskey());
      onSignedIn?.();
    } catch (error) {
      fail(error, t("signIn.wrongPasskey"));
      setBusy(false);
    }
  };

  return (
    <Button onClick={signIn} disabled={busy}>
      <KeyRound size={20} />
      {busy ? t("common.loading") : label}
    </Button>
  );
}
