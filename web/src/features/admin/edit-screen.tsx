import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorCode } from "../../api/errors";
import { storedSiteQuery } from "../../api/queries";
import type { Site } from "../../api/types";
import { useT } from "../../i18n/language";
import { EditForm } from "./edit-form";
import { Frame } from "./frame";
import type { ScreenKey } from "./screens";
import { Skeleton } from "./skeleton";
import { Unreachable } from "./unreachable";

type Props = { screen: ScreenKey; preview: (site: Site) => ReactNode };

export function EditScreen({ screen, preview }: Props) {
  const t = useT();
  const stored = useQuery(storedSiteQuery);
  const title = t("admin.edit", { title: t(`screen.${screen}.title`) });
  if (stored.data) return <EditForm screen={screen} title={title} stored={stored.data} preview={preview} />;
  return (
    <Frame title={title} back>
      {stored.error ? (
        <Unreachable code={errorCode(stored.error)} onRetry={() => void stored.refetch()} />
      ) : (
        <Skeleton label={t("common.loading")} />
      )}
    </Frame>
  );
}
