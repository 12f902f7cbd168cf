import { FolderDown } from "lucide-react";
import { exportPath } from "../../../api/account";
import { useT } from "../../../i18n/language";
import { ButtonLink } from "../../../ui/button";
import { Panel, PanelRow } from "./panel";

/** Who owns the content may leave with it. */
export function Everything() {
  const t = useT();
  return (
    <Panel title={t("account.everything")} text={t("account.everything.description")}>
      <PanelRow icon={FolderDown} title={t("account.everything.zip")} text={t("account.everything.private")}>
        <ButtonLink href={exportPath} download>
          {t("account.everything.download")}
        </ButtonLink>
      </PanelRow>
    </Panel>
  );
}
