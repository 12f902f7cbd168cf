import { useEffect, useState } from "react";
import { inAppPlatform } from "../../lib/in-app";
import { useLazyDialog } from "../../lib/use-lazy-dialog";

const loadDialog = () => import("./in-app-dialog").then((module) => module.InAppDialog);

/** Where files cannot be downloaded, links marked `data-file` explain how to get theirs instead of doing nothing. */
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
