import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { Dialog } from "../../ui/dialog";
import { chatOffer } from "./chat-offer";
import { LeadForm } from "./lead-form";
import { ServiceChoice } from "./service-choice";
import { useLead } from "./use-lead";

type Props = {
  /** Titles to choose from. */
  services: readonly string[];
  /** The title of the card that opened the dialog; empty if it was opened elsewhere. */
  chosen: string;
  onClose: () => void;
};

export function QuoteDialog({ services, chosen, onClose }: Props) {
  const t = useT();
  const lead = useLead({
    kind: "quote_request",
    onSent: ({ reference, chatUrl }) => {
      onClose();
      toast({
        title: t("services.quote.sent"),
        description: t("services.quote.sent.description"),
        note: t("lead.reference", { reference }),
        ...chatOffer(t("lead.chat"), chatUrl),
      });
    },
    onFailed: () => toast({ title: t("toast.error"), description: t("lead.failure"), tone: "destructive" }),
  });
  const { asking } = useWebsiteContent();
  const before = lead.before.getAll("services");

  return (
    <Dialog title={t("services.quote")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-xl">
      {asking?.intro && <p className="mb-4 text-muted">{asking.intro}</p>}
      <LeadForm lead={lead} submitLabel={t("services.quote.submit")}>
        <ServiceChoice services={services} isChosen={(title) => title === chosen || before.includes(title)} />
      </LeadForm>
    </Dialog>
  );
}
