import type { LeadReceipt } from "../../api/leads";
import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { addToBasket, useBasket } from "../../lib/basket";
import { openTab } from "../../lib/open-tab";
import { toast } from "../../lib/toast";
import { Dialog } from "../../ui/dialog";
import { chatOffer } from "./chat-offer";
import { LeadForm } from "./lead-form";
import { photoLines } from "./photo-lines";
import { PhotoPicker } from "./photo-picker";
import { sendWithPhotos } from "./send-photos";
import { ServiceChoice } from "./service-choice";
import { useLead } from "./use-lead";

type Props = {
  /** Titles to choose from. */
  services: readonly string[];
  /** The title of the card that opened the dialog; empty if it was opened elsewhere. */
  chosen: string;
  /** Whether the page has a basket, which is sent unless the visitor asks for one service. */
  hasBasket?: boolean;
  onClose: () => void;
};

/** The lines whose price the visitor had not seen. */
const changedOf = (items: NonNullable<LeadReceipt["items"]>) =>
  items.flatMap(({ label, value, item }) => (item?.changed ? [`${label}: ${value}`] : []));

export function QuoteDialog({ services, chosen, hasBasket = false, onClose }: Props) {
  const t = useT();
  const basket = useBasket();
  const items = hasBasket && !chosen ? basket : undefined;
  const lead = useLead({
    kind: "quote_request",
    items,
    deliver: sendWithPhotos,
    onSent: (receipt) => {
      const { reference, chatUrl, items: sent = [], lost = [] } = receipt;
      const changed = changedOf(sent);
      onClose();
      for (const line of lead.items) addToBasket(line, -line.quantity);
      // The chat would hide or replace what there is to read: then only the toast offers it.
      if (sent.length > 0 && chatUrl && changed.length + lost.length === 0) openTab(chatUrl);
      toast({
        title: t("services.quote.sent"),
        description: [t("services.quote.sent.description"), ...photoLines(t, receipt)].join("\n"),
        note: [t("lead.reference", { reference }), ...changed].join("\n"),
        ...chatOffer(t("lead.chat"), chatUrl),
      });
    },
    onFailed: () => toast({ title: t("toast.error"), description: t("lead.failure"), tone: "destructive" }),
  });
  const { asking, shell } = useWebsiteContent();
  const isBasket = lead.items.length > 0;
  const before = lead.before.getAll("services");

  return (
    <Dialog title={t("services.quote")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-xl">
      {asking?.intro && <p className="mb-4 text-muted">{asking.intro}</p>}
      <LeadForm lead={lead} submitLabel={t(isBasket && shell.chatUrl ? "basket.sendChat" : "services.quote.submit")}>
        {!isBasket && (
          <ServiceChoice services={services} isChosen={(title) => title === chosen || before.includes(title)} />
        )}
        {asking?.photos && <PhotoPicker />}
      </LeadForm>
    </Dialog>
  );
}
