import type { LeadWhole } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { Fold } from "../frame/fold";
import { momentText } from "../values/moment";
import { numberText, rupeesText } from "../values/number-text";
import { LeadNote } from "./lead-note";

function stepText(t: Translate, lang: Lang, { action, note, from, to, value }: LeadWhole["history"][number]): string {
  if (action === "noted") return note ?? "";
  if (action === "moved")
    return t("inbox.history.moved", {
      from: t.first([`inbox.status.${from}`]),
      to: t.first([`inbox.status.${to}`]),
    });
  return value === undefined
    ? t("inbox.history.unvalued")
    : t("inbox.history.valued", { value: rupeesText(lang, value) });
}

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
          <p>{t(lead.byHand ? "inbox.history.byHand" : "inbox.history.came")}</p>
          <p className="text-sm text-muted">{when(lead.createdAt)}</p>
        </li>
        {lead.history.map((step) => (
          <li key={step.at}>
            <p className="whitespace-pre-wrap wrap-anywhere">{stepText(t, lang, step)}</p>
            <p className="text-sm text-muted">{when(step.at)}</p>
          </li>
        ))}
      </ol>
      {lead.mailedAt && <p className="text-sm text-muted">{t("inbox.mailed", { moment: when(lead.mailedAt) })}</p>}
      <LeadNote id={lead.id} />
    </Fold>
  );
}
