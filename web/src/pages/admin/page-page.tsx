import { PageWays } from "../../features/admin/dashboard/page-ways";
import { Frame } from "../../features/admin/frame/frame";
import { ShareCard } from "../../features/admin/share/share-card";
import { TranslationsNote } from "../../features/admin/translations/translations-note";
import { useT } from "../../i18n/language";
import { SitePreview } from "./site-preview";

const notes = { translations: <TranslationsNote /> };

/** The page as visitors see it, and links to everything on it. */
export function PagePage() {
  const t = useT();
  return (
    <Frame
      title={t("screen.page.title")}
      aside={
        <div className="max-xl:mx-auto max-xl:max-w-md max-xl:[--still:38svh]">
          <SitePreview />
        </div>
      }
      asideFirst
    >
      <ShareCard />
      <PageWays notes={notes} />
    </Frame>
  );
}
