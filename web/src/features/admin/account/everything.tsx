import { useQuery } from "@tanstack/react-query";
import { FolderDown } from "lucide-react";
import { exportPath, exportQuery } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { linkLook } from "../../../ui/button";
import { DownloadLink } from "../sign-in/download-link";
import { Panel, PanelRow } from "./panel";

/** Exports all of the owner's content. */
export function Everything() {
  const t = useT();
  const { doing, done = 0, of = 0 } = useQuery(exportQuery).data ?? {};
  const text = (
    <>
      <p>{t("account.everything.private")}</p>
      <p role="status">{doing && t(`account.everything.${doing}`, { done, of })}</p>
    </>
  );
  return (
    <Panel title={t("account.everything")} text={t("account.everything.description")}>
      <PanelRow icon={FolderDown} title={t("account.everything.zip")} text={text}>
        <DownloadLink href={exportPath} className={linkLook()}>
          {t("account.everything.download")}
        </DownloadLink>
      </PanelRow>
    </Panel>
  );
}
