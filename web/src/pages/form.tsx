import type { Form } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { Consent, LeadFields } from "../features/lead/lead-fields";
import { ServiceChoice } from "../features/lead/service-choice";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { Button, ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";

const words = {
  quote_request: {
    back: "services.title",
    title: "services.quote",
    subtitle: "services.subtitle",
    submit: "services.quote.submit",
    sent: "services.quote.sent",
    next: "services.quote.sent.description",
  },
  portfolio_request: {
    back: "portfolio.title",
    title: "portfolio.request",
    subtitle: "portfolio.request.help",
    submit: "portfolio.request.submit",
    sent: "portfolio.request.sent",
    next: "lead.chat.title",
  },
} as const;

/** A form as a plain page for browsers without script: it is posted, and the response is a page. */
export function Page() {
  const t = useT();
  const { form, asking } = useWebsiteContent();
  if (!form) return null;
  const { back, title, subtitle, sent, next } = words[form.kind];
  return (
    <Subpage backHref={form.back} backLabel={t(back)} className="max-w-150">
      {form.sent ? (
        <PageHead title={t(sent)} subtitle={t(next)}>
          <p className="w-full">{t("lead.reference", form.sent)}</p>
          <ButtonLink tone="gold" href={form.sent.chatUrl} outbound>
            {t("lead.chat")}
          </ButtonLink>
        </PageHead>
      ) : (
        <>
          <PageHead title={t(title)} subtitle={asking?.intro || t.first([subtitle, ""])} />
          <PostedForm form={form} />
        </>
      )}
    </Subpage>
  );
}

function PostedForm({ form }: { form: Form }) {
  const t = useT();
  const { shell } = useWebsiteContent();
  return (
    <form method="post" action={form.action} className="grid gap-4">
      <input type="hidden" name="token" value={form.token} />
      <input type="hidden" name="source" value={form.source} />
      <input type="hidden" name="consent" value={t("lead.consent.version")} />
      {form.failure && (
        <Notice>
          <p>{t.first([`lead.error.${form.failure}`, "lead.error"])}</p>
          <ButtonLink href={shell.chatUrl} outbound>
            {t("common.chat")}
          </ButtonLink>
        </Notice>
      )}
      <LeadFields kind={form.kind} issues={form.issues} textOf={(name) => form.values[name] ?? ""} />
      <ServiceChoice services={form.services} isChosen={(title) => form.chosen.includes(title)} />
      <Consent />
      <Button tone="gold" type="submit">
        {t(words[form.kind].submit)}
      </Button>
    </form>
  );
}
