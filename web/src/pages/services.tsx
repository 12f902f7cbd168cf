import { useState } from "react";
import { useWebsiteContent } from "../api/website-content";
import { ServiceCards } from "../features/services/service-cards";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { useLazyDialog } from "../lib/use-lazy-dialog";
import { usePreload } from "../lib/use-preload";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";

const loadQuote = () => import("../features/lead/quote-dialog").then((module) => module.QuoteDialog);
const loadMore = () => import("../features/services/learn-more-dialog").then((module) => module.LearnMoreDialog);

/** A quote that is not asked for on a card is about no service in particular. */
const anyService = "";

export function Page() {
  const t = useT();
  const { services, shell } = useWebsiteContent();
  const [chosen, setChosen] = useState(anyService);
  const quote = useLazyDialog(loadQuote);
  const more = useLazyDialog(loadMore);
  usePreload(loadQuote);
  usePreload(loadMore);
  const items = services?.items ?? [];

  const askQuote = (service: string) => {
    setChosen(service);
    quote.open();
  };
  const quoteInstead = () => {
    more.close();
    askQuote(anyService);
  };

  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("services.title")} subtitle={t("services.subtitle")}>
        <Button tone="gold" aria-haspopup="dialog" onClick={() => askQuote(anyService)}>
          {t("services.quote")}
        </Button>
        <Button aria-haspopup="dialog" onClick={more.open}>
          {t("services.learnMore")}
        </Button>
      </PageHead>
      {items.length > 0 ? <ServiceCards services={items} onQuote={askQuote} /> : <Empty>{t("services.empty")}</Empty>}
      {more.Dialog && <more.Dialog onQuote={quoteInstead} onClose={more.close} />}
      {quote.Dialog && (
        <quote.Dialog services={items.map(({ title }) => title)} chosen={chosen} onClose={quote.close} />
      )}
    </Subpage>
  );
}
