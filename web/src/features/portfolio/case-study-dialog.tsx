import type { Project } from "../../api/types";
import { useT } from "../../i18n/language";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { SanitisedHtml } from "../../ui/sanitised-html";
import { Spinner } from "../../ui/spinner";
import { ProjectFacts, VisitLink } from "./project-facts";
import { useCaseStudy } from "./use-case-study";

type Props = { project: Project; onClose: () => void };

export function CaseStudyDialog({ project, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={project.title} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-2xl">
      <ProjectFacts project={project} />
      <div className="mt-5">
        <CaseStudy project={project} />
      </div>
      {project.link && (
        <DialogFoot>
          <VisitLink project={project} />
        </DialogFoot>
      )}
    </Dialog>
  );
}

function CaseStudy({ project }: { project: Project }) {
  const t = useT();
  const { study, retry } = useCaseStudy(project.id);
  if (study === "awaited") return <Spinner label={t("common.loading")} />;
  if (study !== "failed" && study.html) return <SanitisedHtml html={study.html} />;
  return (
    <div className="grid gap-4">
      <p>{project.description}</p>
      {study === "failed" && (
        <Notice>
          <p>{t("common.offline")}</p>
          <Button onClick={retry}>{t("common.retry")}</Button>
        </Notice>
      )}
    </div>
  );
}
