import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { LeadItems } from "./lead-items";
import { LeadPhotos } from "./lead-photos";
import { messageText } from "./message-text";

/** The requested services, the message and the answers as plain text, never as markup. */
export function LeadMessage({ lead }: { lead: LeadWhole }) {
  const t = useT();
  const items = lead.details.filter(({ item, sum }) => item || sum);
  const answers = lead.details.filter((detail) => !items.includes(detail));
  const message = messageText(t, lead, lead.message);
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line bg-white p-4 wrap-anywhere shadow-card">
      {lead.services.length > 0 && items.length === 0 && (
        <ul aria-label={t("inbox.services")} className="flex flex-wrap gap-2">
          {[...new Set(lead.services)].map((service) => (
            <li
              key={service}
              className="rounded-full border border-line bg-ivory px-3 py-0.5 text-sm font-semibold text-gold-ink"
            >
              {service}
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && <LeadItems items={items} />}
      {message && <p className="text-lg whitespace-pre-wrap">{message}</p>}
      {answers.length > 0 && (
        <dl className="grid grid-cols-1 gap-2">
          {answers.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <LeadPhotos lead={lead} />
      {lead.kind !== "owner_feedback" && !lead.byHand && (
        <p className="text-sm text-muted">{t("inbox.written", { language: t(`language.${lead.language}`) })}</p>
      )}
    </div>
  );
}
