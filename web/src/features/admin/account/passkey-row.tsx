import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { removePasskey } from "../../../api/account";
import type { Account } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { SureDialog } from "../form/sure-dialog";
import { PanelRow } from "./panel";
import { RenameDialog } from "./rename-dialog";
import { useChange } from "./use-change";
import { useWhen } from "./use-when";

type Props = { passkey: Account["passkeys"][number]; last: boolean };

export function PasskeyRow({ passkey, last }: Props) {
  const t = useT();
  const when = useWhen();
  const { id, name, createdAt, lastUsed } = passkey;
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const close = () => setOpen(null);
  const remove = useChange(removePasskey, { success: t("account.passkeys.removed"), onDone: close });
  const used = lastUsed
    ? t("account.passkeys.used", { when: when(lastUsed) })
    : t("account.passkeys.unused", { when: when(createdAt) });
  return (
    <>
      <PanelRow icon={KeyRound} title={name} text={used}>
        <Button aria-label={`${t("account.passkeys.rename")}: ${name}`} onClick={() => setOpen("rename")}>
          <Pencil size={18} />
        </Button>
        <Button aria-label={`${t("account.remove")}: ${name}`} onClick={() => setOpen("remove")}>
          <Trash2 size={18} />
        </Button>
      </PanelRow>
      {open === "rename" && <RenameDialog id={id} name={name} onClose={close} />}
      {open === "remove" && (
        <SureDialog
          title={t("account.passkeys.remove", { name })}
          text={t(last ? "account.last" : "account.notLast")}
          keep={t("account.keep")}
          tone="gold"
          action={t("account.remove")}
          busy={remove.isPending}
          onSure={() => remove.mutate(id)}
          onClose={close}
        />
      )}
    </>
  );
}
