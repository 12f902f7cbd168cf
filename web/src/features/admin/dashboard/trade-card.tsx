import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { Link } from "react-router";
import { storedSiteQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { linkLook } from "../../../ui/button";
import { isOwned } from "../values/samples";

/** Asks the owner of a named site what they do, until they choose a trade. */
export function TradeCard() {
  const t = useT();
  const stored = useQuery(storedSiteQuery).data;
  if (!stored || !isOwned(stored) || stored.site.trade) return null;
  return (
    <section
      aria-labelledby="trade"
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 rounded-card border border-gold bg-ivory p-4 shadow-card"
    >
      <span className="text-gold-ink">
        <Store size={24} />
      </span>
      <div className="min-w-0">
        <h2 id="trade" className="font-bold">
          {t("screen.trade.title")}
        </h2>
        <p className="text-sm text-muted">{t("trade.intro")}</p>
      </div>
      <Link to={ownPath("trade")} className={`${linkLook("gold")} col-span-full`}>
        {t("trade.choose")}
      </Link>
    </section>
  );
}
