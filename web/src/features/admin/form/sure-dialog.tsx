import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";

type Props = {
  title: string;
  text: string;
  /** The label of the button that changes nothing. */
  keep: string;
  action: string;
  tone?: "danger" | "gold";
  busy?: boolean;
  onSure: () => void;
  onClose: () => void;
};

/** Asks before a destructive action. */
export function SureDialog({ title, text, keep, action, tone = "danger", busy = false, onSure, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={title} closeLabel={t("common.close")} onClose={onClose}>
      <p className="mb-6 text-muted">{text}</p>
      <div className="flex gap-3 *:flex-1">
        <Button data-autofocus="" onClick={onClose}>
          {keep}
        </Button>
        <Button tone={tone} disabled={busy} onClick={onSure}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
