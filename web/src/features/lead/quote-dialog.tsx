import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { Dialog } from "../../ui/dialog";
import type { FormField } from "./inputs";
import { LeadForm } from "./lead-form";
import { useLead } from "./use-lead";

const fields: readonly FormField[] = [
  { name: "name" },
  { name: "email" },
  { name: "phone", optional: true },
  { name: "message" },
];

type Props = {
  /** Titles to choose from. */
  services: readonly string[];
  /** The title of the card it was opened on; empty when opened elsewhere. */
  chosen: string;
  onClose: () => void;
};

export function QuoteDialog({ services, chosen, onClose }: Props) {
  const t = useT();
  const lead = useLead({
    kind: "quote_request",
    fields,
    onSent: (reference) => {
      onClose();
      toast({
        title: t("services.quote.sent"),
        description: t("services.quote.sent.description"),
        note: t("lead.reference", { reference }),
      });
    },
    onFailed: () => toast({ title: t("toast.error"), description: t("lead.failure"), tone: "destructive" }),
  });
  const before = lead.before.getAll("services");

  return (
    <Dialog title={t("services.quote")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-xl">
      <LeadForm lead={lead} fields={fields} submitLabel={t("services.quote.submit")}>
        {services.length > 0 && (
          <fieldset>
            <legend className="mb-2 font-semibold">{t("services.quote.services")}</legend>
            <div className="flex flex-wrap gap-2">
              {services.map((title) => (
                <label key={title} className="choice px-4 py-2">
                  <input
                    type="checkbox"
                    name="services"
                    value={title}
                    defaultChecked={title === chosen || before.includes(title)}
                  />
                  {title}
                </label>
              ))}
            </div>
          </fieldset>
        )}
      </LeadForm>
    </Dialog>
  );
}
