import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";

type Props = { title: string; text: string; action: string; busy: boolean; onSure: () => void; onClose: () => void };

export function SureDialog({ title, text, action, busy, onSure, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={title} closeLabel={t("common.close")} onClose={onClose}>
      <p className="mb-5">{text}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={onClose}>{t("account.keep")}</Button>
        <Button tone="gold" disabled={busy} onClick={onSure}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
