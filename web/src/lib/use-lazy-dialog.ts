import { type ComponentType, useCallback, useState } from "react";
import { useT } from "../i18n/language";
import { settlePressed } from "./early-clicks";
import { toast } from "./toast";

/**
 * A dialog whose code is loaded when it is first opened. If loading fails, the page stays intact and the next click
 * retries, whereas `lazy` would break the page.
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
