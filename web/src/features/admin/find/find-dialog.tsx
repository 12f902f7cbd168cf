import { useState } from "react";
import { useT } from "../../../i18n/language";
import { Dialog } from "../../../ui/dialog";
import { useShortcut } from "../form/use-shortcut";
import { FindBox } from "./find-box";

/** Opens with Ctrl+K on any screen, at the top, where the on-screen keyboard does not cover it. */
export function FindDialog() {
  const t = useT();
  const [open, setOpen] = useState(false);
  useShortcut("k", () => setOpen(true));
  const close = () => setOpen(false);
  if (!open) return null;
  return (
    <Dialog
      title={t("find.label")}
      closeLabel={t("common.close")}
      onClose={close}
      className="mt-0! mb-auto! rounded-t-none! rounded-b-card! sm:mt-[10svh]! sm:max-w-lg sm:rounded-card!"
    >
      <FindBox onChosen={close} />
    </Dialog>
  );
}
