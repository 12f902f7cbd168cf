import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { exportHref } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { Disclosure } from "../../../ui/disclosure";
import { DownloadLink } from "../sign-in/download-link";
import { EraseDialog } from "./erase-dialog";
import { SettingsDialog } from "./settings-dialog";
import type { usePicked } from "./use-picked";

const row = "flex min-h-11 w-full cursor-pointer items-center px-4 text-left whitespace-nowrap hover:bg-ivory";

/** Actions that apply to all messages. */
export function InboxTools({ status, kind, q, picked }: ReturnType<typeof usePicked>) {
  const { lang, t } = useLanguage();
  const [open, setOpen] = useState<"erase" | "settings" | null>(null);
  const close = () => setOpen(null);
  const seen = [t(`inbox.status.${status}`), kind && t(`inbox.kind.${kind}`), q && `“${q}”`]
    .filter(Boolean)
    .join(" · ");
  return (
    <>
      <Disclosure
        summary={
          <>
            <Ellipsis size={18} />
            {t("inbox.tools")}
          </>
        }
      >
        <DownloadLink href={exportHref({ format: "csv", lang }, picked)} className={row}>
          <span>
            {t("inbox.export.csv")}
            <span className="block text-sm whitespace-normal text-muted wrap-anywhere">{seen}</span>
          </span>
        </DownloadLink>
        <DownloadLink href={exportHref({ format: "json" }, { status: "any" })} className={row}>
          {t("inbox.export.json")}
        </DownloadLink>
        <button type="button" onClick={() => setOpen("settings")} className={row}>
          {t("inbox.settings")}
        </button>
        <button type="button" onClick={() => setOpen("erase")} className={`${row} text-danger`}>
          {t("inbox.erase")}
        </button>
      </Disclosure>
      {open === "erase" && <EraseDialog onClose={close} />}
      {open === "settings" && <SettingsDialog onClose={close} />}
    </>
  );
}
