import { ChevronDown, Trophy } from "lucide-react";
import { changeLead, type LeadStatus, type LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Disclosure } from "../../../ui/disclosure";
import { toastAction } from "../ui/toast-action";
import { useLeadChange } from "./use-lead-change";
import { whoOf } from "./who";

/** `value` is the previous value, as text. */
type Move = { to: LeadStatus; undo?: LeadStatus; value?: string };

/** Changes the status of a message. Undo also restores its previous value. */
export function useMove(lead: Pick<LeadWhole, "id" | "value"> | undefined) {
  const t = useT();
  const before = String(lead?.value ?? "");
  const move = useLeadChange(
    async ({ to, undo, value }: Move) => {
      const edit = value === undefined ? { status: to } : { status: to, value };
      return { lead: await changeLead(lead?.id ?? 0, edit), undo };
    },
    {
      onDone: ({ lead, undo }) =>
        toast({
          title: t("inbox.moved", { name: whoOf(t, lead), status: t(`inbox.status.${lead.status}`) }),
          action: undo && toastAction(t("admin.undo"), () => move.mutate({ to: undo, value: before })),
        }),
    },
  );
  return move;
}

type Props = { lead: LeadWhole; move: ReturnType<typeof useMove> };

/** The most likely next status as a button, the others in a menu. */
export function LeadMoves({ lead, move }: Props) {
  const t = useT();
  const [main, ...others] = lead.moves;
  const words = (to: LeadStatus) => t.first([`inbox.move.${lead.status}.${to}`, `inbox.move.${to}`]);
  const go = (to: LeadStatus) => move.mutate({ to, undo: lead.status });
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t("inbox.statuses")}</legend>
      {main && (
        <Button
          disabled={move.isPending}
          onClick={() => go(main)}
          className="flex-auto border-gold bg-ivory lg:flex-none"
        >
          {main === "won" && <Trophy size={18} />}
          {words(main)}
        </Button>
      )}
      {others.length > 0 && (
        <Disclosure
          className="z-auto! open:z-20! ml-auto lg:ml-0 [&>div]:bottom-full [&>div]:mb-2 lg:[&>div]:right-auto"
          summary={
            <>
              {t("inbox.move.other")}
              <ChevronDown size={18} />
            </>
          }
        >
          {others.map((to) => (
            <button
              key={to}
              type="button"
              disabled={move.isPending}
              onClick={() => go(to)}
              className="flex min-h-11 w-full cursor-pointer items-center px-4 text-left whitespace-nowrap hover:bg-ivory"
            >
              {words(to)}
            </button>
          ))}
        </Disclosure>
      )}
    </fieldset>
  );
}
