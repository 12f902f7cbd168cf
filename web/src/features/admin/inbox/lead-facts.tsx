import type { ReactNode } from "react";
import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { messageText } from "./message-text";

/** Everything the visitor told, as text: whatever was typed, nothing of it is markup. */
export function LeadFacts({ lead }: { lead: LeadWhole }) {
  const t = useT();
  return (
    <dl className="grid gap-3 rounded-card border border-line bg-white p-4 wrap-anywhere shadow-card sm:grid-cols-[auto_1fr] sm:gap-x-6">
      <Fact name={t("inbox.name")}>{lead.name}</Fact>
      <Fact name={t("inbox.company")}>{lead.company}</Fact>
      <Fact name={t("inbox.phone")}>{lead.phone}</Fact>
      <Fact name={t("inbox.email")}>{lead.email}</Fact>
      <Fact name={t("inbox.services")}>{lead.services.join(", ")}</Fact>
      <Fact name={t("inbox.message")}>
        <span className="whitespace-pre-wrap">{messageText(t, lead, lead.message)}</span>
      </Fact>
      <Fact name={t("inbox.source")}>{lead.source || t("inbox.direct")}</Fact>
      <Fact name={t("inbox.page")}>{lead.page}</Fact>
      <Fact name={t("inbox.language")}>{t(`language.${lead.language}`)}</Fact>
      <Fact name={t("inbox.consent")}>{lead.consent}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="sm:contents">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
