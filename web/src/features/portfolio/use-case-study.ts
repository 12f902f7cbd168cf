import { useCallback, useEffect, useState } from "react";
import { fetchProject } from "../../api/portfolio";
import { useWebsiteContent } from "../../api/website-content";
import type { Lang } from "../../lib/lang";

type Study = { html: string } | "awaited" | "failed";

const answers = new Map<string, ReturnType<typeof fetchProject>>();

/** Caches one response per study. After newer content or a failure it is fetched again. */
function projectOf(id: string, lang: Lang, edition: string) {
  const key = `${id} ${lang} ${edition}`;
  const answer = answers.get(key) ?? fetchProject(id, lang);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** The page contains only the cards, so that it stays small however many there are. */
export function useCaseStudy(id: string): { study: Study; retry: () => void } {
  const { lang, edition } = useWebsiteContent();
  const [study, setStudy] = useState<Study>("awaited");

  const ask = useCallback(() => {
    projectOf(id, lang, edition).then(
      ({ caseStudy }) => setStudy({ html: caseStudy }),
      () => setStudy("failed"),
    );
  }, [id, lang, edition]);

  useEffect(ask, [ask]);

  const retry = () => {
    setStudy("awaited");
    ask();
  };
  return { study, retry };
}
