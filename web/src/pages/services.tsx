import type { Service } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { quoteForm, useQuote } from "../features/lead/use-quote";
import { BasketBar } from "../features/services/basket-bar";
import { ServiceList } from "../features/services/service-list";
import { useShownPrices } from "../features/services/use-shown-prices";
import { PageLinks } from "../features/shell/page-links";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { takePress } from "../lib/take-press";
import { useLazyDialog } from "../lib/use-lazy-dialog";
import { usePreload } from "../lib/use-preload";
import { quotePath, within } from "../paths";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";

const leadWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=lead", import: "default" });
const moreWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=learnMore", import: "default" });

const loadQuote = () =>
  Promise.all([import("../features/lead/quote-dialog"), addWords(leadWords)]).then(([module]) => module.QuoteDialog);
const loadMore = () =>
  Promise.all([import("../features/services/learn-more-dialog"), addWords(moreWords)]).then(
    ([module]) => module.LearnMoreDialog,
  );

const none: readonly Service[] = [];

export function Page() {
  const t = useT();
  const { services, shell } = useWebsiteContent();
  const quote = useQuote(loadQuote);
  const more = useLazyDialog(loadMore);
  usePreload(loadMore);
  const items = services?.items ?? none;
  const hasBasket = useShownPrices(items, !services?.paging);
  const { reasons, steps } = services?.learnMore ?? {};
  const hasMore = !services?.learnMore || Boolean(reasons?.length || steps?.length);

  const quoteInstead = () => {
    more.close();
    quote.ask();
  };

  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")}>
      <PageHead title={t("services.title")} subtitle={t.first(["services.subtitle", ""])}>
        <Button tone="gold" type="submit" form={quoteForm} aria-haspopup="dialog" onClick={quote.askOn}>
          {t("services.quote")}
        </Button>
        {hasMore && (
          <Button
            type="submit"
            form={quoteForm}
            aria-haspopup="dialog"
            onClick={(event) => takePress(event) && more.open()}
          >
            {t("services.learnMore")}
          </Button>
        )}
      </PageHead>
      <form id={quoteForm} action={within(shell.home, quotePath)} />
      {items.length > 0 ? (
        <ServiceList services={items} rows={services?.rows} form={quoteForm} onQuote={quote.askOn} />
      ) : (
        <Empty>{t("services.empty")}</Empty>
      )}
      <PageLinks {...services?.paging} firstHref={within(shell.home, shell.path)} />
      {hasBasket && <BasketBar hasChat={Boolean(shell.chatUrl)} form={quoteForm} onAsk={() => quote.ask()} />}
      {more.Dialog && <more.Dialog reasons={reasons} steps={steps} onQuote={quoteInstead} onClose={more.close} />}
      {quote.Dialog && (
        <quote.Dialog
          services={items.map(({ title }) => title)}
          chosen={quote.chosen}
          hasBasket={hasBasket}
          onClose={quote.close}
        />
      )}
    </Subpage>
  );
}
