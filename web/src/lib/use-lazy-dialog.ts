import { type ComponentType, useCallback, useState } from "react";
import { useT } from "../i18n/language";
import { settlePressed } from "./early-clicks";
import { toast } from "./toast";

/**
 * A dialog whose code is fetched when it is first opened. A failed fetch leaves the page standing and the next press
 * tries again, where `lazy` would take the page down.
 */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Component: ComponentType<Props> } | null>(null);

  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    setOpen(true);
    load()
      .then(
        (Component) => setLoaded({ Component }),
        () => {
          setOpen(false);
          toast({ title: t("toast.error"), description: t("common.offline"), tone: "destructive" });
        },
      )
      .finally(settlePressed);
  }, [load, t]);

  return { Dialog: isOpen ? loaded?.Component : undefined, open, close };
}
