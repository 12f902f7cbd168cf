import type { Project } from "../../api/types";
import { SanitisedHtml } from "../../ui/sanitised-html";
import { ProjectFacts, ProjectPicture, VisitLink } from "./project-facts";

/** A case study as a page. */
export function CaseStudy({ project }: { project: Project }) {
  const { title, description, caseStudy } = project;
  return (
    <article className="grid grid-cols-1 gap-4 bg-card wrap-anywhere">
      <h1 className="text-3xl leading-tight font-extrabold text-balance indic:leading-normal lg:text-[2.5rem]">
        {title}
      </h1>
      <ProjectFacts project={project} />
      <ProjectPicture project={project} />
      <p className="text-lg text-muted">{description}</p>
      {caseStudy && <SanitisedHtml html={caseStudy} className="text-lg" />}
      <VisitLink project={project} />
    </article>
  );
}
