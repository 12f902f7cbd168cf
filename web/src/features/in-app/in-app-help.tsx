import { useEffect, useState } from "react";
import { addWords, type Words } from "../../i18n/words";
import { inAppPlatform } from "../../lib/in-app";
import { useLazyDialog } from "../../lib/use-lazy-dialog";

const words = import.meta.glob<Words>("../../../../locales/*.json", { query: "?of=inApp", import: "default" });
const loadDialog = () =>
  Promise.all([import("./in-app-dialog"), addWords(words)]).then(([module]) => module.InAppDialog);

/** In browsers that cannot download files, links marked `data-file` open a dialog that explains how to get the file. */
export function InAppHelp() {
  const [href, setHref] = useState("");
  const { Dialog, open, close } = useLazyDialog(loadDialog);

  useEffect(() => {
    if (!inAppPlatform(navigator.userAgent)) return;
    const help = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-file]");
      if (!link) return;
      event.preventDefault();
      setHref(link.href);
      open();
    };
    document.addEventListener("click", help);
    return () => document.removeEventListener("click", help);
  }, [open]);

  return Dialog ? <Dialog href={href} onClose={close} /> : null;
}
