import type { Form } from "../api/types";
import { useWebsiteContent } from "../api/website-content";
import { BasketInputs } from "../features/lead/basket-inputs";
import { ListedLine } from "../features/lead/basket-lines";
import { Consent, LeadFields } from "../features/lead/lead-fields";
import { photoLines } from "../features/lead/photo-lines";
import { acceptedPhotos } from "../features/lead/photos";
import { ServiceChoice } from "../features/lead/service-choice";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { Button, ButtonLink } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { fieldLook } from "../ui/text-input";

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
          <p className="w-full">{t("lead.reference", { reference: form.sent.reference })}</p>
          {photoLines(t, form.sent).map((line) => (
            <p key={line} className="w-full wrap-anywhere">
              {line}
            </p>
          ))}
          <ButtonLink tone="gold" href={form.sent.chatUrl} outbound>
            {t("lead.chat")}
          </ButtonLink>
          {form.sent.items && (
            <ul className="w-full divide-y divide-line rounded-card border border-line bg-card px-4">
              {form.sent.items.map(({ label, value, item }) => (
                <ListedLine
                  key={label}
                  title={label}
                  about={item && value}
                  price={item ? item.total || item.price : value}
                />
              ))}
            </ul>
          )}
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
  const { shell, asking } = useWebsiteContent();
  const hasBasket = Boolean(form.items?.length);
  return (
    <form
      method="post"
      action={form.action}
      encType={asking?.photos ? "multipart/form-data" : undefined}
      className="grid grid-cols-1 gap-4"
    >
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
      {form.items && hasBasket && <BasketInputs items={form.items} issues={form.issues} />}
      <LeadFields
        kind={form.kind}
        hasBasket={hasBasket}
        issues={form.issues}
        textOf={(name) => form.values[name] ?? ""}
      />
      {!hasBasket && <ServiceChoice services={form.services} isChosen={(title) => form.chosen.includes(title)} />}
      {asking?.photos && (
        <Field
          label={t("lead.optional", { field: t("lead.photos") })}
          hint={t("lead.photos.hint")}
          error={form.photosAgain ? t("lead.photos.again") : undefined}
        >
          {(control) => (
            <input {...control} type="file" name="photos" accept={acceptedPhotos} multiple className={fieldLook} />
          )}
        </Field>
      )}
      <Consent />
      <Button tone="gold" type="submit">
        {t(words[form.kind].submit)}
      </Button>
    </form>
  );
}
