import { useWebsiteContent } from "../api/website-content";
import { PageHead, Subpage } from "../features/shell/subpage";
import { useT } from "../i18n/language";
import { ButtonLink } from "../ui/button";
import { SectionTitle } from "../ui/section-title";

function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** What is counted and what is not. Generated from the server's own lists, one text per entry. */
export function Page() {
  const t = useT();
  const { privacy, shell } = useWebsiteContent();
  if (!privacy) return null;
  const { counted, skipped, days, hours, mailUrl, callUrl, photos } = privacy;
  return (
    <Subpage backHref={shell.home} backLabel={t("common.backToHome")} className="max-w-180">
      <PageHead title={t("common.privacy")} subtitle={t("privacy.subtitle")} />
      <div className="grid gap-8">
        <section>
          <SectionTitle>{t("privacy.counted")}</SectionTitle>
          <Points texts={counted.map((kind) => t(`privacy.counted.${kind}`))} />
          <p className="mt-3">{t("privacy.people", { hours })}</p>
        </section>
        <section>
          <SectionTitle>{t("privacy.skip")}</SectionTitle>
          <Points texts={skipped.map((reason) => t(`privacy.skip.${reason}`))} />
          <p className="mt-3">{t("privacy.skip.about")}</p>
        </section>
        <section>
          <SectionTitle>{t("privacy.kept")}</SectionTitle>
          <Points
            texts={[
              t("privacy.kept.visits", { days }),
              t("privacy.kept.sums"),
              t("privacy.kept.leads"),
              ...(photos ? [t("privacy.kept.photos")] : []),
              t("privacy.kept.log"),
            ]}
          />
        </section>
        <section>
          <SectionTitle>{t("privacy.browser")}</SectionTitle>
          <Points texts={[t("privacy.browser.cookies"), t("privacy.browser.tab"), t("privacy.browser.language")]} />
        </section>
        <section>
          <SectionTitle>{t("privacy.ask")}</SectionTitle>
          <p>{t("privacy.ask.about", { brand: shell.brandName })}</p>
          <div className="mt-4 flex flex-wrap gap-2.5">
            <ButtonLink href={mailUrl}>{t("privacy.ask.mail")}</ButtonLink>
            <ButtonLink href={callUrl}>{t("privacy.ask.call")}</ButtonLink>
            <ButtonLink href={shell.chatUrl} outbound>
              {t("common.chat")}
            </ButtonLink>
          </div>
        </section>
      </div>
    </Subpage>
  );
}
