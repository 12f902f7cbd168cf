import type { Project } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { takePress } from "../../lib/take-press";
import { linkLook } from "../../ui/button";
import { Card, CardTitle, cardGrid, stretched } from "../../ui/card";
import { Chips } from "../../ui/chips";
import { ProjectPicture } from "./project-facts";

type Props = { projects: readonly Project[]; onOpen: (project: Project) => void };

export function ProjectCards({ projects, onOpen }: Props) {
  const t = useT();
  return (
    <div className={cardGrid}>
      {projects.map((project) => (
        <Card key={project.id}>
          <ProjectPicture project={project} />
          <p className="text-sm text-muted">
            {project.category} · {project.date}
          </p>
          <CardTitle>{project.title}</CardTitle>
          <p className="text-sm font-semibold text-gold-ink">{project.client}</p>
          <p className="text-muted">{project.description}</p>
          <div className="mb-auto">
            <Chips label={t("portfolio.tags")} items={project.tags} />
          </div>
          <a
            href={project.href}
            aria-haspopup="dialog"
            onClick={(event) => takePress(event) && onOpen(project)}
            className={cx(linkLook(), stretched, "mt-2")}
          >
            {t("portfolio.view")}
            <span className="sr-only">{project.title}</span>
          </a>
        </Card>
      ))}
    </div>
  );
}
