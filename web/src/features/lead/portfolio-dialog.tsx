import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { Dialog } from "../../ui/dialog";
import { chatOffer } from "./chat-offer";
import { LeadForm } from "./lead-form";
import { useLead } from "./use-lead";

export function PortfolioDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lead = useLead({
    kind: "portfolio_request",
    onSent: ({ reference, chatUrl }) => {
      onClose();
      toast({ title: t("portfolio.request.sent"), list: "stack" });
      toast({
        title: t("lead.chat.title"),
        note: t("lead.reference", { reference }),
        ...chatOffer(t("lead.chat"), chatUrl),
      });
    },
    onFailed: () => toast({ title: t("lead.failure"), list: "stack", tone: "destructive" }),
  });

  return (
    <Dialog title={t("portfolio.request")} closeLabel={t("common.close")} onClose={onClose}>
      <p className="mb-4 text-muted">{t.first(["portfolio.request.help", ""])}</p>
      <LeadForm lead={lead} submitLabel={t("portfolio.request.submit")} />
    </Dialog>
  );
}
