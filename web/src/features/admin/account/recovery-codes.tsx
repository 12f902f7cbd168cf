import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { replaceCodes } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { SureDialog } from "../form/sure-dialog";
import { PanelRow } from "./panel";
import { useChange } from "./use-change";

type Props = { left: number; onCodes: (codes: readonly string[]) => void };

export function RecoveryCodes({ left, onCodes }: Props) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const renew = useChange(replaceCodes, {
    onDone: ({ codes }) => {
      setAsked(false);
      onCodes(codes ?? []);
    },
  });
  return (
    <>
      <PanelRow icon={LifeBuoy} title={t("account.codes")} text={t("account.codes.left", { n: left })}>
        <Button onClick={() => setAsked(true)}>{t("account.codes.renew")}</Button>
      </PanelRow>
      {asked && (
        <SureDialog
          title={t("account.codes.renewTitle")}
          text={t("account.codes.renewText")}
          keep={t("account.keep")}
          tone="gold"
          action={t("account.codes.renew")}
          busy={renew.isPending}
          onSure={() => renew.mutate(undefined)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
