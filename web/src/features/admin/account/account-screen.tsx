import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountQuery } from "../../../api/account";
import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Notice } from "../../../ui/notice";
import { Pending } from "../frame/pending";
import { useAuth } from "../sign-in/auth";
import { Alarms } from "./alarms";
import { Authenticator } from "./authenticator";
import { CodesDialog } from "./codes-dialog";
import { EmailForm } from "./email-form";
import { Events } from "./events";
import { Everything } from "./everything";
import { Panel } from "./panel";
import { Passkeys } from "./passkeys";
import { PasswordForm } from "./password-form";
import { RecoveryCodes } from "./recovery-codes";
import { Sessions } from "./sessions";

export function AccountScreen() {
  const account = useQuery(accountQuery);
  return account.data ? <Panels account={account.data} /> : <Pending query={account} />;
}

function Panels({ account }: { account: Account }) {
  const t = useT();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const protectedTwice = account.totp || account.passkeys.length > 0;
  const { mustSetUp, check } = useAuth();
  useEffect(() => {
    if (mustSetUp && protectedTwice) check();
  }, [mustSetUp, protectedTwice, check]);
  return (
    <>
      {account.factorRequired && !protectedTwice && (
        <div className="mb-8">
          <Notice>{t("account.second.required")}</Notice>
        </div>
      )}
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <div className="grid gap-8">
          <Panel title={t("account.details")} text={t("account.details.description")}>
            <EmailForm email={account.email} />
            <PasswordForm email={account.email} />
          </Panel>
          <Panel title={t("account.second")} text={t(protectedTwice ? "account.second.on" : "account.second.off")}>
            <Passkeys account={account} onCodes={setCodes} />
            <Authenticator account={account} onCodes={setCodes} />
            {protectedTwice && <RecoveryCodes left={account.recoveryCodes} onCodes={setCodes} />}
          </Panel>
        </div>
        <div className="grid gap-8">
          <Sessions sessions={account.sessions} />
          <Everything />
          <Alarms />
          <Events events={account.events} />
        </div>
      </div>
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </>
  );
}
