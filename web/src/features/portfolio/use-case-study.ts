import { useEffect, useState } from "react";
import { fetchPortfolio } from "../../api/portfolio";
import type { Project } from "../../api/types";
import { useLanguage } from "../../i18n/language";

type Study = { html: string } | "awaited" | "failed";

/** The page may come with the cards alone, so that it stays light however many there are; the text then comes when it is wanted. */
export function useCaseStudy({ id, caseStudy }: Project): Study {
  const { lang } = useLanguage();
  const [study, setStudy] = useState<Study>(caseStudy ? { html: caseStudy } : "awaited");

  useEffect(() => {
    if (caseStudy) return;
    fetchPortfolio(lang).then(
      ({ items }) => setStudy({ html: items.find((project) => project.id === id)?.caseStudy ?? "" }),
      () => setStudy("failed"),
    );
  }, [id, caseStudy, lang]);

  return study;
}
