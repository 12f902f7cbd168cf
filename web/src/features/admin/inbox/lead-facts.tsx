import type { ReactNode } from "react";
import type { LeadWhole } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { channelText } from "../values/channel-text";
import { momentText } from "../values/moment";

/** The details of a message that are not shown at first. */
export function LeadFacts({ lead }: { lead: LeadWhole }) {
  const { lang, t } = useLanguage();
  // Show the source only if it says more than the channel's name, such as a campaign.
  const source = lead.byHand || lead.source === channelText(t, lead.channel) ? "" : lead.source;
  return (
    <dl className="grid gap-3 wrap-anywhere sm:grid-cols-[auto_1fr] sm:gap-x-6">
      <Fact name={t("inbox.reference")}>{lead.reference}</Fact>
      <Fact name={t("inbox.export.received")}>{momentText(t, lang, lead.createdAt)}</Fact>
      <Fact name={t("inbox.export.source")}>{source}</Fact>
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
