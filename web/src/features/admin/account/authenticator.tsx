import { Smartphone } from "lucide-react";
import { useState } from "react";
import { beginTotp, removeTotp } from "../../../api/account";
import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { SureDialog } from "../form/sure-dialog";
import { AuthenticatorSetup } from "./authenticator-setup";
import { PanelRow } from "./panel";
import { useChange } from "./use-change";

type Props = { account: Account; onCodes: (codes: readonly string[]) => void };

export function Authenticator({ account, onCodes }: Props) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const begin = useChange(beginTotp, {});
  const remove = useChange(removeTotp, { success: t("account.totp.removed"), onDone: () => setAsked(false) });
  const add = t(account.totp ? "account.totp.replace" : "account.totp.add");
  return (
    <>
      <PanelRow
        icon={Smartphone}
        title={t("account.totp")}
        text={t(account.totp ? "account.totp.on" : "account.totp.off")}
      >
        <Button disabled={begin.isPending} onClick={() => begin.mutate(undefined)}>
          {add}
        </Button>
        {account.totp && <Button onClick={() => setAsked(true)}>{t("account.remove")}</Button>}
      </PanelRow>
      {begin.data && <AuthenticatorSetup shared={begin.data} onCodes={onCodes} onClose={begin.reset} />}
      {asked && (
        <SureDialog
          title={t("account.totp.remove")}
          text={t(account.passkeys.length > 0 ? "account.notLast" : "account.last")}
          keep={t("account.keep")}
          tone="gold"
          action={t("account.remove")}
          busy={remove.isPending}
          onSure={() => remove.mutate(undefined)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
