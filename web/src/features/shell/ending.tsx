import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { quotePath, within } from "../../paths";
import { BrandIcon } from "../../ui/brand-icon";
import { ButtonLink } from "../../ui/button";
import { IconWell } from "../../ui/icon-well";
import { LinkCard } from "../../ui/link-card";
import { SectionTitle } from "../../ui/section-title";

type Props = { nextLabel: string; children: ReactNode };

/** The end of an article or case study: request, chat, share, next. */
export function Ending({ nextLabel, children }: Props) {
  const t = useT();
  const { next, shell } = useWebsiteContent();
  return (
    <section aria-labelledby="next" className="mt-10 grid gap-4 border-t border-line pt-6 print:hidden">
      <SectionTitle id="next">{t("next.title")}</SectionTitle>
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <ButtonLink tone="gold" href={within(shell.home, quotePath)}>
          {t("next.quote")}
        </ButtonLink>
        {shell.chatUrl && (
          <ButtonLink href={shell.chatUrl} outbound>
            <BrandIcon platform="whatsapp" />
            {t("common.chat")}
          </ButtonLink>
        )}
        {children}
      </div>
      {next && (
        <LinkCard
          href={next.href}
          mark={<IconWell icon={ArrowRight} />}
          title={<span lang={next.lang}>{next.title}</span>}
          description={nextLabel}
        />
      )}
    </section>
  );
}
