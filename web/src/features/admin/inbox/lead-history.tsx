import type { LeadWhole } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { Fold } from "../frame/fold";
import { momentText } from "../values/moment";
import { numberText } from "../values/number-text";
import { LeadNote } from "./lead-note";

export function LeadHistory({ lead }: { lead: LeadWhole }) {
  const { lang, t } = useLanguage();
  const when = (at: string) => momentText(t, lang, at);
  return (
    <Fold
      inside
      name={`history ${lead.id}`}
      title={<h3 className="shrink-0">{t("inbox.history")}</h3>}
      hint={numberText(lang, lead.history.length + 1)}
    >
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
      <LeadNote id={lead.id} />
    </Fold>
  );
}
