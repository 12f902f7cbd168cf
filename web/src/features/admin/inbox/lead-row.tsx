import { Link } from "react-router";
import type { LeadCard } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import { channelText } from "../values/channel-text";
import { rupeesText } from "../values/number-text";
import { spanText } from "../values/span-text";
import { DueText } from "./due-text";
import { messageText } from "./message-text";
import { StatusChip } from "./status-chip";
import { useNow } from "./use-now";
import { whoOf } from "./who";

type Props = { lead: LeadCard; to: string; current: boolean };

/** The subject, and the beginning of the message. */
function aboutOf(t: Translate, lead: LeadCard): string {
  const { services, company, excerpt } = lead;
  return [services.join(", ") || company, messageText(t, lead, excerpt)].filter(Boolean).join(" · ");
}

/** Marks a message that was opened from the list, so that the list is one step back in the history. */
export const fromList = "list";

export function LeadRow({ lead, to, current }: Props) {
  const { lang, t } = useLanguage();
  const age = useNow() - Date.parse(lead.createdAt);
  const about = aboutOf(t, lead);
  return (
    <Link
      to={to}
      state={fromList}
      aria-current={current ? "true" : undefined}
      data-lead={lead.id}
      className="grid grid-cols-1 gap-1 px-5 py-4 hover:bg-ivory aria-[current=true]:bg-ivory"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          <span className="font-bold">{whoOf(t, lead)}</span>{" "}
          <span className="text-sm text-muted">{lead.reference}</span>
        </span>
        <span className="shrink-0 text-sm text-muted">{spanText(lang, age)}</span>
      </span>
      <span className="line-clamp-2 wrap-anywhere">
        {lead.byHand ? t("inbox.byHand") : t(`inbox.kind.${lead.kind}`)}
        {about && ` · ${about}`}
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StatusChip status={lead.status} />
        <span className="min-w-0 flex-1 truncate text-sm text-muted">
          {lead.flag ? t(`inbox.flag.${lead.flag}`) : channelText(t, lead.channel)}
        </span>
        {lead.value !== undefined && <span className="font-semibold">{rupeesText(lang, lead.value)}</span>}
        {lead.dueAt && <DueText dueAt={lead.dueAt} />}
      </span>
    </Link>
  );
}
