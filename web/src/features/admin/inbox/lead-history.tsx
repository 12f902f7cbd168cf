import type { LeadWhole } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { momentText } from "../values/moment";

export function LeadHistory({ lead }: { lead: LeadWhole }) {
  const { lang, t } = useLanguage();
  const when = (at: string) => momentText(t, lang, at);
  return (
    <section aria-labelledby="history" className="grid gap-3">
      <h3 id="history" className="eyebrow">
        {t("inbox.history")}
      </h3>
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        <li>
          <p>{t("inbox.history.came")}</p>
          <p className="text-sm text-muted">{when(lead.createdAt)}</p>
        </li>
        {lead.history.map(({ at, note, from, to }) => (
          <li key={at}>
            <p className="whitespace-pre-wrap wrap-anywhere">
              {note ??
                t("inbox.history.moved", {
                  from: t.first([`inbox.status.${from}`]),
                  to: t.first([`inbox.status.${to}`]),
                })}
            </p>
            <p className="text-sm text-muted">{when(at)}</p>
          </li>
        ))}
      </ol>
      {lead.mailedAt && <p className="text-sm text-muted">{t("inbox.mailed", { moment: when(lead.mailedAt) })}</p>}
    </section>
  );
}
