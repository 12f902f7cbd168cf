import type { LeadStatus, LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { Button } from "../../../ui/button";

type Props = { lead: LeadWhole; busy: boolean; onMove: (status: LeadStatus) => void };

/** Only what may come next is offered. */
export function LeadMoves({ lead, busy, onMove }: Props) {
  const t = useT();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t("inbox.statuses")}</legend>
      {lead.moves.map((to, index) => (
        <Button key={to} tone={index === 0 ? "gold" : "plain"} disabled={busy} onClick={() => onMove(to)}>
          {t.first([`inbox.move.${lead.status}.${to}`, `inbox.move.${to}`])}
        </Button>
      ))}
    </fieldset>
  );
}
