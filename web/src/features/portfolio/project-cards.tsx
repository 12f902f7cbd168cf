import type { Project } from "../../api/types";
import { useT } from "../../i18n/language";
import { Button } from "../../ui/button";
import { Card, CardTitle, cardGrid } from "../../ui/card";
import { Chips } from "../../ui/chips";

type Props = { projects: readonly Project[]; onOpen: (project: Project) => void };

export function ProjectCards({ projects, onOpen }: Props) {
  const t = useT();
  return (
    <div className={cardGrid}>
      {projects.map((project) => (
        <Card key={project.id}>
          {project.imageUrl && (
            <img
              srcSet={project.imageSet}
              sizes={project.imageSet && "(min-width: 48rem) 30rem, 90vw"}
              src={project.imageUrl}
              alt=""
              width={640}
              height={256}
              loading="lazy"
              decoding="async"
              className="aspect-5/2 w-full rounded-well bg-ivory object-cover"
            />
          )}
          <p className="text-sm text-muted">
            {project.category} · {project.date}
          </p>
          <CardTitle>{project.title}</CardTitle>
          <p className="text-sm font-semibold text-gold-ink">{project.client}</p>
          <p className="text-muted">{project.description}</p>
          <div className="mb-auto">
            <Chips label={t("portfolio.tags")} items={project.tags} />
          </div>
          <Button aria-haspopup="dialog" onClick={() => onOpen(project)} className="mt-2">
            {t("portfolio.view")}
            <span className="sr-only">{project.title}</span>
          </Button>
        </Card>
      ))}
    </div>
  );
}
