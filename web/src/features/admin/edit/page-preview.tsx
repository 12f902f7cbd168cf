import type { ReactNode } from "react";
import type { PagePreviewAnswer } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { LivePage } from "../frame/live-page";
import type { Preview } from "../screens";

type Props = { preview: Preview; page: PagePreviewAnswer | undefined; children?: ReactNode };

/** A public page with the typed values, before they are saved. */
export function PagePreview({ preview, page, children }: Props) {
  const t = useT();
  return (
    <section aria-labelledby="preview" className="grid gap-4 in-[.peek]:max-lg:block in-[.peek]:max-lg:h-full">
      <h2 id="preview" className="font-semibold in-[.peek]:max-lg:sr-only">
        {t("admin.livePreview")}
      </h2>
      <LivePage {...preview} page={page} />
      <p className="text-center text-sm text-muted in-[.peek]:max-lg:hidden">{t("admin.livePreview.tap")}</p>
      {children}
    </section>
  );
}
