import { useState } from "react";
import { useT } from "../../../i18n/language";
import { Dialog } from "../../../ui/dialog";
import { useShortcut } from "../form/use-shortcut";
import { FindBox } from "./find-box";

/** Opens by Ctrl+K, wherever one is. It stands above, where no keyboard covers it. */
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
