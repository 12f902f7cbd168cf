import { useState } from "react";
import type { Project } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { ProjectCards } from "../features/portfolio/project-cards";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { useLazyDialog } from "../lib/use-lazy-dialog";
import { usePreload } from "../lib/use-preload";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";

const loadCaseStudy = () => import("../features/portfolio/case-study-dialog").then((module) => module.CaseStudyDialog);
const loadRequest = () => import("../features/lead/portfolio-dialog").then((module) => module.PortfolioDialog);

export function Page() {
  const t = useT();
  const { portfolio, shell } = useWebsiteContent();
  const [project, setProject] = useState<Project | null>(null);
  const caseStudy = useLazyDialog(loadCaseStudy);
  const request = useLazyDialog(loadRequest);
  usePreload(loadCaseStudy);
  usePreload(loadRequest);
  const items = portfolio?.items ?? [];

  const show = (project: Project) => {
    setProject(project);
    caseStudy.open();
  };

  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("portfolio.title")} subtitle={t("portfolio.subtitle")}>
        <Button tone="gold" aria-haspopup="dialog" onClick={request.open}>
          {t("portfolio.request")}
        </Button>
      </PageHead>
      {items.length > 0 ? <ProjectCards projects={items} onOpen={show} /> : <Empty>{t("portfolio.empty")}</Empty>}
      {caseStudy.Dialog && project && <caseStudy.Dialog project={project} onClose={caseStudy.close} />}
      {request.Dialog && <request.Dialog onClose={request.close} />}
    </Subpage>
  );
}
