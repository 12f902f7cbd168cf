import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Inbox } from "lucide-react";
import { Link } from "react-router";
import { leadCountsQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { numberText } from "../values/number-text";
import { spanText } from "../values/span-text";
import { useNow } from "./use-now";

/** The number of messages waiting for an answer, and the time left for the first of them. */
export function WaitingCard() {
  const { lang, t } = useLanguage();
  const counts = useQuery(leadCountsQuery).data;
  const now = useNow();
  if (!counts || counts.waiting === 0) return null;
  const n = counts.waiting;
  const left = Date.parse(counts.nextDueAt ?? "") - now;
  return (
    <Link
      to={ownPath("inbox")}
      className="press flex items-center gap-4 rounded-card border border-gold bg-ivory p-4 shadow-card"
    >
      <span className="text-gold-ink">
        <Inbox size={24} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">
          {n === 1 ? t("inbox.waiting.one") : t("inbox.waiting.many", { n: numberText(lang, n) })}
        </span>
        {counts.nextDueAt && (
          <span className={left < 0 ? "block text-sm text-danger" : "block text-sm text-muted"}>
            {t(left < 0 ? "inbox.waiting.late" : "inbox.waiting.due", { time: spanText(lang, left, "long") })}
          </span>
        )}
      </span>
      <ChevronRight size={20} />
    </Link>
  );
}
