import { useQuery } from "@tanstack/react-query";
import { leadCountsQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { numberText } from "../values/number-text";

const most = 99;

export function WaitingBadge() {
  const { lang, t } = useLanguage();
  const n = useQuery(leadCountsQuery).data?.waiting ?? 0;
  if (n === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-content-center rounded-full bg-gold-ink px-1.5 text-xs font-semibold text-white">
      <span aria-hidden="true">{n > most ? `${most}+` : n}</span>
      <span className="sr-only">{t("inbox.waiting.badge", { n: numberText(lang, n) })}</span>
    </span>
  );
}
