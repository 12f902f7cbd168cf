import { useT } from "../../i18n/language";
import { useBasket } from "../../lib/basket";
import { basketSum } from "../../lib/basket-total";
import { BrandIcon } from "../../ui/brand-icon";
import { Button } from "../../ui/button";

type Props = {
  hasChat: boolean;
  onAsk: () => void;
  /** The id of the form that the list's boxes belong to without script. */
  form?: string;
};

/**
 * What is in the basket, at the bottom of the window. At the end of the list it has its own place, also while it is
 * empty, so that it covers nothing for good and moves nothing.
 */
export function BasketBar({ hasChat, onAsk, form }: Props) {
  const t = useT();
  const lines = useBasket();
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const summary = count === 1 ? t("basket.one") : t("basket.count", { count });
  const { total, hasMore } = basketSum(t, lines);
  return (
    <div
      data-basket={count > 0 ? "" : undefined}
      className="pointer-events-none sticky bottom-0 z-10 mt-5 grid min-h-22 content-center py-3 print:hidden"
    >
      {form && (
        <noscript>
          <Button tone="gold" type="submit" form={form} data-basket="" className="pointer-events-auto w-full">
            {t("basket.send")}
          </Button>
        </noscript>
      )}
      {count > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAsk}
          className="press pointer-events-auto flex min-h-12 w-full cursor-pointer items-center justify-between gap-3 rounded-card bg-chat px-4 py-2.5 sm:px-5 text-left leading-tight font-bold text-on-chat shadow-chat wrap-anywhere indic:leading-snug"
        >
          <span className="min-w-0">
            {[summary, total].filter(Boolean).join(" · ")}{" "}
            <span className="block text-sm font-normal">{hasMore ? `+ ${t("price.ask")}` : t("basket.pay")}</span>
          </span>
          <span className="flex max-w-2/5 shrink-0 items-center gap-2">
            {hasChat && (
              <span className="shrink-0">
                <BrandIcon platform="whatsapp" size={22} />
              </span>
            )}
            <span className="min-w-0">{hasChat ? t("basket.sendChat") : t("basket.send")}</span>
          </span>
        </button>
      )}
      <span className="sr-only" role="status">
        {count > 0 && summary}
      </span>
    </div>
  );
}
