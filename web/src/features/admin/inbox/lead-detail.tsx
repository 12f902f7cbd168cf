import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { deleteLead, type LeadStatus, leadQuery, moveLead, withoutSingle } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { SureDialog } from "../form/sure-dialog";
import { Pending } from "../frame/pending";
import { useTop } from "../frame/use-top";
import { TextButton } from "../ui/text-button";
import { toastAction } from "../ui/toast-action";
import { momentText } from "../values/moment";
import { DueText } from "./due-text";
import { EraseDialog } from "./erase-dialog";
import { LeadAnswer } from "./lead-answer";
import { LeadFacts } from "./lead-facts";
import { LeadHistory } from "./lead-history";
import { LeadNote } from "./lead-note";
import { fromList } from "./lead-row";
import { StatusChip } from "./status-chip";
import { useLeadChange } from "./use-lead-change";

/** Where it stands in the list's place and not beside it. */
const isNarrow = () => matchMedia("(width < 64rem)").matches;

type Props = { id: number; back: string; onGone: () => void };

export function LeadDetail({ id, back, onGone }: Props) {
  const { lang, t } = useLanguage();
  useTop(isNarrow);
  const { state } = useLocation();
  const navigate = useNavigate();
  // Going back finds the place in the list where it was opened.
  const leave = () => (state === fromList && isNarrow() ? void navigate(-1) : onGone());
  const query = useQuery(leadQuery(id));
  const [asking, setAsking] = useState<"delete" | "erase" | null>(null);
  const move = useLeadChange((status: LeadStatus) => moveLead(id, status));
  const remove = useLeadChange(() => deleteLead(id), {
    success: t("inbox.deleted"),
    onDone: leave,
    reads: withoutSingle,
  });
  const lead = query.data;
  if (!lead) return <Pending query={query} />;
  const { reference } = lead;
  const offerContacted = () => {
    if (lead.status !== "pending") return;
    toast({
      title: t("inbox.answered", { reference }),
      stays: true,
      action: toastAction(t("inbox.move.contacted"), () => move.mutate("contacted")),
    });
  };
  return (
    <article aria-labelledby="lead" className="grid grid-cols-1 gap-6 pb-16 lg:pb-0">
      <Link
        to={back}
        onClick={(event) => {
          event.preventDefault();
          leave();
        }}
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-gold-ink lg:hidden"
      >
        <ArrowLeft size={20} />
        {t("inbox.back")}
      </Link>
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="lead" className="text-xl font-bold">
            {reference}
          </h2>
          <StatusChip status={lead.status} />
          {lead.dueAt && <DueText dueAt={lead.dueAt} />}
        </div>
        <p className="text-muted">
          {t(`inbox.kind.${lead.kind}`)} · {t("inbox.received", { moment: momentText(t, lang, lead.createdAt) })}
        </p>
        {lead.flag && <p className="text-danger!">{t("inbox.flag", { reason: t(`inbox.flag.${lead.flag}`) })}</p>}
      </header>
      <LeadFacts lead={lead} />
      {lead.kind !== "owner_feedback" && <LeadAnswer key={lead.id} lead={lead} onAnswer={offerContacted} />}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t("inbox.statuses")}</legend>
        {lead.moves.map((to, index) => (
          <Button
            key={to}
            tone={index === 0 ? "gold" : "plain"}
            disabled={move.isPending}
            onClick={() => move.mutate(to)}
          >
            {t.first([`inbox.move.${lead.status}.${to}`, `inbox.move.${to}`])}
          </Button>
        ))}
      </fieldset>
      <LeadNote key={`note ${lead.id}`} id={lead.id} />
      <LeadHistory lead={lead} />
      <div className="flex flex-wrap gap-x-6 border-t border-line pt-3">
        <TextButton onClick={() => setAsking("delete")} className="text-danger!">
          {t("inbox.delete")}
        </TextButton>
        <TextButton onClick={() => setAsking("erase")} className="text-danger!">
          {t("inbox.erase")}
        </TextButton>
      </div>
      {asking === "delete" && (
        <SureDialog
          title={t("inbox.delete.title", { reference })}
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
    </article>
  );
}
