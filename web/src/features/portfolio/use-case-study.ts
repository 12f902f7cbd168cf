import { useCallback, useEffect, useState } from "react";
import { fetchPortfolio } from "../../api/portfolio";
import { useWebsiteContent } from "../../api/website-content";
import type { Lang } from "../../lib/lang";

type Study = { html: string } | "awaited" | "failed";

const answers = new Map<string, ReturnType<typeof fetchPortfolio>>();

/** One answer serves every dialog of the page; after newer content or a failure it is asked for again. */
function portfolioOf(lang: Lang, edition: string) {
  const key = `${lang} ${edition}`;
  const answer = answers.get(key) ?? fetchPortfolio(lang);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** The page comes with the cards alone, so that it stays light however many there are. */
export function useCaseStudy(id: string): { study: Study; retry: () => void } {
  const { lang, edition } = useWebsiteContent();
  const [study, setStudy] = useState<Study>("awaited");

  const ask = useCallback(() => {
    portfolioOf(lang, edition).then(
      ({ items }) => setStudy({ html: items.find((project) => project.id === id)?.caseStudy ?? "" }),
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
