import { type FormEvent, useState } from "react";
import type { Project } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { ProjectCards } from "../features/portfolio/project-cards";
import { PageLinks } from "../features/shell/page-links";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { useLazyDialog } from "../lib/use-lazy-dialog";
import { usePreload } from "../lib/use-preload";
import { requestPath, within } from "../paths";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";

const loadCaseStudy = () => import("../features/portfolio/case-study-dialog").then((module) => module.CaseStudyDialog);
const leadWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=lead", import: "default" });
const loadRequest = () =>
  Promise.all([import("../features/lead/portfolio-dialog"), addWords(leadWords)]).then(
    ([module]) => module.PortfolioDialog,
  );

export function Page() {
  const t = useT();
  const { portfolio, shell } = useWebsiteContent();
  const [project, setProject] = useState<Project | null>(null);
  const caseStudy = useLazyDialog(loadCaseStudy);
  const request = useLazyDialog(loadRequest);
  usePreload(loadCaseStudy);
  usePreload(loadRequest);
  const items = portfolio?.items ?? [];

  // Without script the form opens its own page.
  const ask = (event: FormEvent) => {
    event.preventDefault();
    request.open();
  };
  const show = (project: Project) => {
    setProject(project);
    caseStudy.open();
  };

  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("portfolio.title")} subtitle={t.first(["portfolio.subtitle", ""])}>
        <form action={within(shell.home, requestPath)} onSubmit={ask}>
          <Button tone="gold" type="submit" aria-haspopup="dialog">
            {t("portfolio.request")}
          </Button>
        </form>
      </PageHead>
      {items.length > 0 ? <ProjectCards projects={items} onOpen={show} /> : <Empty>{t("portfolio.empty")}</Empty>}
      <PageLinks {...portfolio} firstHref={within(shell.home, shell.path)} />
      {caseStudy.Dialog && project && <caseStudy.Dialog project={project} onClose={caseStudy.close} />}
      {request.Dialog && <request.Dialog onClose={request.close} />}
    </Subpage>
  );
}
