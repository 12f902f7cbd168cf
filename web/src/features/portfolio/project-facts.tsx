import { ExternalLink } from "lucide-react";
import type { Project } from "../../api/types";
import { useT } from "../../i18n/language";
import { ButtonLink } from "../../ui/button";
import { Chips } from "../../ui/chips";

type Props = { project: Project };

export function ProjectPicture({ project: { imageUrl, imageSet } }: Props) {
  if (!imageUrl) return null;
  return (
    <img
      srcSet={imageSet}
      sizes={imageSet && "(min-width: 48rem) 30rem, 90vw"}
      src={imageUrl}
      alt=""
      width={640}
      height={256}
      loading="lazy"
      decoding="async"
      className="aspect-5/2 w-full rounded-well bg-ivory object-cover"
    />
  );
}

export function ProjectFacts({ project: { client, category, date, tags } }: Props) {
  const t = useT();
  return (
    <div>
      <p className="font-semibold text-gold-ink">{client}</p>
      <p className="mb-3 text-sm text-muted">
        {category} · {date}
      </p>
      <Chips label={t("portfolio.tags")} items={tags} />
    </div>
  );
}

/** Empty if the project has no link. */
export function VisitLink({ project: { link } }: Props) {
  const t = useT();
  if (!link) return null;
  return (
    <ButtonLink href={link} outbound className="justify-self-start">
      {t("portfolio.visit")}
      <ExternalLink size={18} />
    </ButtonLink>
  );
}
