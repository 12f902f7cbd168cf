import { useQuery } from "@tanstack/react-query";
import { errorCode } from "../../../api/errors";
import { shownSiteQuery, storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { Frame } from "../frame/frame";
import { Skeleton } from "../frame/skeleton";
import { Unreachable } from "../frame/unreachable";
import type { ScreenKey } from "../screens";
import type { Preview } from "./draft-preview";
import { EditForm } from "./edit-form";

type Props = { screen: ScreenKey; preview: Preview };

export function EditScreen({ screen, preview }: Props) {
  const t = useT();
  const stored = useQuery(storedSiteQuery);
  const shown = useQuery(shownSiteQuery(baseLang));
  const title = t("admin.edit", { title: t(`screen.${screen}.title`) });
  if (stored.data && shown.data) {
    return <EditForm screen={screen} title={title} stored={stored.data} shown={shown.data.site} preview={preview} />;
  }
  const missing = [stored, shown].find(({ error }) => error);
  return (
    <Frame title={title} back>
      {missing ? (
        <Unreachable code={errorCode(missing.error)} onRetry={() => void missing.refetch()} />
      ) : (
        <Skeleton label={t("admin.loadingContent")} />
      )}
    </Frame>
  );
}
