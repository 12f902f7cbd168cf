import type { ReactNode } from "react";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

/** The children stand before it. */
type Props = { busy: boolean; disabled?: boolean; label?: string; busyLabel?: string; children?: ReactNode };

/** Under the thumb on a phone, at the end of the form or of the window on a desk. */
export function SaveBar({ busy, disabled = false, label, busyLabel, children }: Props) {
  const t = useT();
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 flex flex-wrap gap-3 border-t border-line bg-white p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1 lg:sticky lg:border-0 lg:bg-mist lg:px-0 lg:*:max-w-48">
      {children}
      <Button tone="gold" type="submit" disabled={busy || disabled}>
        {busy ? (busyLabel ?? t("admin.saving")) : (label ?? t("admin.save"))}
      </Button>
    </div>
  );
}
