import { ExternalLink } from "lucide-react";
import type { Project } from "../../api/types";
import { useT } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/button";
import { Chips } from "../../ui/chips";
import { Dialog } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { SanitisedHtml } from "../../ui/sanitised-html";
import { Spinner } from "../../ui/spinner";
import { useCaseStudy } from "./use-case-study";

type Props = { project: Project; onClose: () => void };

export function CaseStudyDialog({ project, onClose }: Props) {
  const t = useT();
  const { title, client, category, date, tags, link } = project;
  return (
    <Dialog title={title} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-2xl">
      <p className="font-semibold text-gold-ink">{client}</p>
      <p className="mb-3 text-sm text-muted">
        {category} · {date}
      </p>
      <Chips label={t("portfolio.tags")} items={tags} />
      <div className="mt-5">
        <CaseStudy project={project} />
      </div>
      {link && (
        <ButtonLink href={link} outbound className="mt-6">
          {t("portfolio.visit")}
          <ExternalLink size={18} />
        </ButtonLink>
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
