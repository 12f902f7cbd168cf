import { Fingerprint, Plus } from "lucide-react";
import { addPasskey } from "../../../api/account";
import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { passkeysWork } from "../../../lib/passkey";
import { Button } from "../../../ui/button";
import { PanelRow } from "./panel";
import { PasskeyRow } from "./passkey-row";
import { useChange } from "./use-change";
import { useDeviceName } from "./use-device-name";

type Props = { account: Account; onCodes: (codes: readonly string[]) => void };

export function Passkeys({ account, onCodes }: Props) {
  const t = useT();
  const nameOf = useDeviceName();
  const add = useChange(addPasskey, {
    // With recovery codes there is no toast: their dialog already says so, and nothing may cover the codes.
    success: ({ codes }) => (codes ? undefined : t("account.passkeys.added")),
    onDone: ({ codes }) => codes && onCodes(codes),
  });
  const here = account.sessions.find(({ current }) => current)?.where ?? {};
  const reason = () => {
    if (!account.passkeysPossible) return t("account.passkeys.impossible");
    return passkeysWork() ? t("account.passkeys.description") : t("account.passkeys.unsupported");
  };
  return (
    <>
      <PanelRow icon={Fingerprint} title={t("account.passkeys")} text={reason()}>
        {account.passkeysPossible && passkeysWork() && (
          <Button disabled={add.isPending} onClick={() => add.mutate(nameOf(here))}>
            <Plus size={20} />
            {t("account.passkeys.add")}
          </Button>
        )}
      </PanelRow>
      {account.passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} last={!account.totp && account.passkeys.length === 1} />
      ))}
    </>
  );
}
