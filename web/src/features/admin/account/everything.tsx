import { FolderDown } from "lucide-react";
import { exportPath } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { linkLook } from "../../../ui/button";
import { DownloadLink } from "../sign-in/download-link";
import { Panel, PanelRow } from "./panel";

/** Who owns the content may leave with it. */
export function Everything() {
  const t = useT();
  return (
    <Panel title={t("account.everything")} text={t("account.everything.description")}>
      <PanelRow icon={FolderDown} title={t("account.everything.zip")} text={t("account.everything.private")}>
        <DownloadLink href={exportPath} className={linkLook()}>
          {t("account.everything.download")}
        </DownloadLink>
      </PanelRow>
    </Panel>
  );
}
