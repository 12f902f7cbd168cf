import { useQuery } from "@tanstack/react-query";
import { shownSiteQuery, storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import type { ScreenKey } from "../screens";
import { EditForm } from "./edit-form";

export function EditScreen({ screen }: { screen: ScreenKey }) {
  const t = useT();
  const stored = useQuery(storedSiteQuery);
  const shown = useQuery(shownSiteQuery(baseLang));
  const title = t("admin.edit", { title: t(`screen.${screen}.title`) });
  if (stored.data && shown.data) {
    return <EditForm screen={screen} title={title} stored={stored.data} shown={shown.data.site} />;
  }
  return (
    <Frame title={title} back>
      <Pending query={stored.error ? stored : shown} label={t("admin.loadingContent")} />
    </Frame>
  );
}
