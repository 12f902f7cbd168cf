import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ChevronDown, ChevronUp, Clock } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { deleteLead, type LeadWhole, leadQuery, withoutSingle } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import type { IconType } from "../../../ui/icon-well";
import { SureDialog } from "../form/sure-dialog";
import { Fold } from "../frame/fold";
import { Pending } from "../frame/pending";
import { useTop } from "../frame/use-top";
import { iconButtonLook } from "../ui/icon-button";
import { TextButton } from "../ui/text-button";
import { toastAction } from "../ui/toast-action";
import { channelText } from "../values/channel-text";
import { momentText } from "../values/moment";
import { DueText } from "./due-text";
import { EraseDialog } from "./erase-dialog";
import { LeadAnswer } from "./lead-answer";
import { LeadFacts } from "./lead-facts";
import { LeadHistory } from "./lead-history";
import { LeadMessage } from "./lead-message";
import { LeadMoves, useMove } from "./lead-moves";
import { fromList } from "./lead-row";
import { LeadValue } from "./lead-value";
import { LeadWays } from "./lead-ways";
import { StatusChip } from "./status-chip";
import { useAnswer } from "./use-answer";
import { useLeadChange } from "./use-lead-change";
import { whoOf } from "./who";

/** Whether the message replaces the list instead of being beside it. */
const isNarrow = () => matchMedia("(width < 64rem)").matches;

type Props = {
  id: number;
  back: string;
  /** The previous and next message of the list. */
  previous: string | undefined;
  next: string | undefined;
  onGone: () => void;
};

export function LeadDetail({ id, back, previous, next, onGone }: Props) {
  const { t } = useLanguage();
  useTop(isNarrow);
  const { state } = useLocation();
  const navigate = useNavigate();
  // Going back restores the scroll position of the list.
  const leave = () => (state === fromList && isNarrow() ? void navigate(-1) : onGone());
  const query = useQuery(leadQuery(id));
  return (
    <article aria-labelledby="lead" className="grid grid-cols-1 gap-4">
      <div className="-my-2 flex items-center justify-between">
        <Link
          to={back}
          onClick={(event) => {
            event.preventDefault();
            leave();
          }}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-gold-ink lg:invisible"
        >
          <ArrowLeft size={20} />
          {t("inbox.back")}
        </Link>
        <div className="flex">
          <Step to={previous} icon={ChevronUp} label={t("inbox.previous")} />
          <Step to={next} icon={ChevronDown} label={t("inbox.next")} />
        </div>
      </div>
      {query.data ? <Opened lead={query.data} leave={leave} /> : <Pending query={query} />}
    </article>
  );
}

/** Moving to another message replaces the history entry, so that the list stays one step back. */
function Step({ to, icon: Icon, label }: { to: string | undefined; icon: IconType; label: string }) {
  const { state } = useLocation();
  if (!to) return null;
  return (
    <Link to={to} replace state={state} aria-label={label} title={label} className={iconButtonLook}>
      <Icon size={24} />
    </Link>
  );
}

function Opened({ lead, leave }: { lead: LeadWhole; leave: () => void }) {
  const { lang, t } = useLanguage();
  const [asking, setAsking] = useState<"delete" | "erase" | null>(null);
  const answer = useAnswer(lead);
  const move = useMove(lead);
  const remove = useLeadChange(() => deleteLead(lead.id), {
    success: t("inbox.deleted"),
    onDone: leave,
    reads: withoutSingle,
  });
  const name = whoOf(t, lead);
  const offerContacted = () => {
    if (lead.status !== "pending") return;
    toast({
      title: t("inbox.answered", { name }),
      stays: true,
      action: toastAction(t("inbox.move.contacted"), () => move.mutate({ to: "contacted", undo: "pending" })),
    });
  };
  const answerable = lead.kind !== "owner_feedback";
  const kind = lead.byHand ? t("inbox.byHand") : t(`inbox.kind.${lead.kind}`);
  const about = [kind, ...(answerable ? [channelText(t, lead.channel)] : [])].join(" · ");
  const reached = [lead.company !== name && lead.company, lead.phone, lead.email].filter(Boolean).join(" · ");
  const came = t("inbox.received", { moment: momentText(t, lang, lead.createdAt) });
  return (
    <>
      <header className="grid gap-1 wrap-anywhere">
        <h2 id="lead" className="line-clamp-3 text-2xl font-bold">
          {name}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
          <StatusChip status={lead.status} />
          {about}
        </p>
        <p className="text-sm">{reached}</p>
        {!lead.dueAt && <p className="text-sm text-muted">{came}</p>}
        {lead.flag && <p className="text-danger!">{t("inbox.flag", { reason: t(`inbox.flag.${lead.flag}`) })}</p>}
      </header>
      {lead.dueAt && (
        <div className="flex items-center gap-3 rounded-card border border-gold bg-ivory px-4 py-3">
          <Clock size={22} className="shrink-0 text-gold-ink" />
          <p className="min-w-0">
            <span className="block font-semibold">
              {t("inbox.answerBy", { moment: momentText(t, lang, lead.dueAt) })}
            </span>
            <span className="text-sm">
              <DueText dueAt={lead.dueAt} /> · {came}
            </span>
          </p>
        </div>
      )}
      {(!lead.byHand || lead.message) && <LeadMessage lead={lead} />}
      {answerable && <LeadWays lead={lead} answer={answer} onAnswer={offerContacted} />}
      <LeadMoves lead={lead} move={move} />
      <LeadValue lead={lead} />
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card">
        {answerable && <LeadAnswer lead={lead} answer={answer} />}
        <LeadHistory lead={lead} />
        <Fold
          inside
          name={`details ${lead.id}`}
          title={<h3 className="shrink-0">{t("inbox.details")}</h3>}
          hint={lead.reference}
        >
          <LeadFacts lead={lead} />
        </Fold>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <TextButton onClick={() => setAsking("delete")} className="text-danger!">
          {t("inbox.delete")}
        </TextButton>
        <TextButton onClick={() => setAsking("erase")} className="text-danger!">
          {t("inbox.erase")}
        </TextButton>
      </div>
      {asking === "delete" && (
        <SureDialog
          title={t("inbox.delete.title", { name })}
          text={t("inbox.delete.text")}
          keep={t("inbox.keep")}
          action={t("inbox.delete")}
          busy={remove.isPending}
          onSure={() => remove.mutate(undefined)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === "erase" && (
        <EraseDialog phone={lead.phone} email={lead.email} onErased={leave} onClose={() => setAsking(null)} />
      )}
    </>
  );
}
