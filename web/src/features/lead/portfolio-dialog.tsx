import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { Dialog } from "../../ui/dialog";
import type { FormField } from "./inputs";
import { LeadForm } from "./lead-form";
import { useLead } from "./use-lead";

const fields: readonly FormField[] = [{ name: "name" }, { name: "email" }, { name: "phone" }, { name: "company" }];

export function PortfolioDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const lead = useLead({
    kind: "portfolio_request",
    fields,
    onSent: (reference) => {
      onClose();
      toast({ title: t("portfolio.request.sent"), note: t("lead.reference", { reference }), list: "stack" });
    },
    onFailed: () => toast({ title: t("lead.failure"), list: "stack", tone: "destructive" }),
  });

  return (
    <Dialog title={t("portfolio.request")} closeLabel={t("common.close")} onClose={onClose}>
      <p className="mb-4 text-muted">{t("portfolio.request.help")}</p>
      <LeadForm lead={lead} fields={fields} submitLabel={t("portfolio.request.submit")} />
    </Dialog>
  );
}
