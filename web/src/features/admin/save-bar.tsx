import { useT } from "../../i18n/language";
import { Button } from "../../ui/button";

type Props = { busy: boolean; disabled?: boolean; label?: string; busyLabel?: string };

/** Under the thumb on a phone, after the form on a desk. */
export function SaveBar({ busy, disabled = false, label, busyLabel }: Props) {
  const t = useT();
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-white p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0">
      <Button tone="gold" type="submit" disabled={busy || disabled} className="w-full lg:w-auto lg:min-w-48">
        {busy ? (busyLabel ?? t("admin.saving")) : (label ?? t("admin.save"))}
      </Button>
    </div>
  );
}
