import { useMemo } from "react";
import type { Service } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { quoteForm, useQuote } from "../features/lead/use-quote";
import { BasketBar } from "../features/services/basket-bar";
import { Quantity } from "../features/services/quantity";
import { ServiceArticle } from "../features/services/service-article";
import { useShownPrices } from "../features/services/use-shown-prices";
import { ShareButton } from "../features/share/share-button";
import { Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { addWords, type Words } from "../i18n/words";
import { quotePath, servicesPath, within } from "../paths";
import { BrandIcon } from "../ui/brand-icon";
import { Button, ButtonLink } from "../ui/button";

const leadWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=lead", import: "default" });
const shareWords = import.meta.glob<Words>("../../../locales/*.json", { query: "?of=share", import: "default" });

const loadQuote = () =>
  Promise.all([import("../features/lead/quote-dialog"), addWords(leadWords)]).then(([module]) => module.QuoteDialog);
const loadShare = () =>
  Promise.all([import("../features/share/share-dialog"), addWords(shareWords)]).then(([module]) => module.ShareDialog);

const none: readonly Service[] = [];

export function Page() {
  const t = useT();
  const { service, url = "", shell } = useWebsiteContent();
  const quote = useQuote(loadQuote);
  const shown = useMemo(() => (service ? [service] : none), [service]);
  const hasBasket = useShownPrices(shown, false);
  if (!service) return null;
  const { title } = service;
  return (
    <Subpage backHref={within(shell.home, servicesPath)} backLabel={t("services.title")} className="max-w-180">
      <ServiceArticle service={service}>
        {hasBasket && <Quantity service={service} form={quoteForm} label={t("basket.list")} />}
        <Button
          tone="gold"
          type="submit"
          form={quoteForm}
          name="service"
          value={title}
          aria-haspopup="dialog"
          onClick={quote.askOn}
        >
          {t("services.quote")}
        </Button>
        {shell.chatUrl && (
          <ButtonLink href={shell.chatUrl} outbound>
            <BrandIcon platform="whatsapp" />
            {t("common.chat")}
          </ButtonLink>
        )}
        <ShareButton load={loadShare} what="page" url={url} name={title} label={t("next.share")} />
      </ServiceArticle>
      {hasBasket && <BasketBar hasChat={Boolean(shell.chatUrl)} onAsk={() => quote.ask()} />}
      <form id={quoteForm} action={within(shell.home, quotePath)} />
      {quote.Dialog && (
        <quote.Dialog services={[title]} chosen={quote.chosen} hasBasket={hasBasket} onClose={quote.close} />
      )}
    </Subpage>
  );
}
