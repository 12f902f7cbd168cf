import { useWebsiteContent } from "../api/website-content";
import { CaseStudy } from "../features/portfolio/case-study";
import { ShareButton } from "../features/share/share-button";
import { Ending } from "../features/shell/ending";
import { Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { portfolioPath, within } from "../paths";

const shareWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=share", import: "default" });
const loadShare = () =>
  Promise.all([import("../features/share/share-dialog"), addWords(shareWords)]).then(([module]) => module.ShareDialog);

export function Page() {
  const t = useT();
  const { project, url = "", shell } = useWebsiteContent();
  if (!project) return null;
  return (
    <Subpage
      backHref={within(shell.home, portfolioPath)}
      backLabel={t("portfolio.backToPortfolio")}
      className="max-w-180"
    >
      <CaseStudy project={project} />
      <Ending nextLabel={t("portfolio.next")}>
        <ShareButton load={loadShare} what="page" url={url} name={project.title} label={t("next.share")} />
      </Ending>
    </Subpage>
  );
}
