import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorCode } from "../../api/errors";
import { shownSiteQuery } from "../../api/queries";
import type { Site } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { SectionTitle } from "../../ui/section-title";
import { useAuth } from "./auth";
import { DashboardEntry } from "./dashboard-entry";
import { type Section, screenKeys, screens, sections } from "./screens";
import { Skeleton } from "./skeleton";
import { Unreachable } from "./unreachable";

/** What a section shows above its entries. */
type Extras = Partial<Record<Section, (site: Site) => ReactNode>>;

export function Dashboard({ extras }: { extras: Extras }) {
  const { lang, t } = useLanguage();
  const { user } = useAuth();
  const shown = useQuery(shownSiteQuery(lang));
  const site = shown.data?.site;
  if (!site) {
    return shown.error ? (
      <Unreachable code={errorCode(shown.error)} onRetry={() => void shown.refetch()} />
    ) : (
      <Skeleton label={t("common.loading")} />
    );
  }
  return sections.map((section) => {
    const entries = screenKeys.filter((key) => screens[key].section === section);
    const extra = extras[section]?.(site);
    if (entries.length === 0 && !extra) return null;
    return (
      <section key={section} aria-labelledby={`section-${section}`}>
        <SectionTitle id={`section-${section}`}>{t(`section.${section}`)}</SectionTitle>
        {section === "profile" && (
          <p className="-mt-1 mb-3 text-sm text-muted wrap-anywhere">
            {t("admin.signedInAs", { email: user?.email ?? "" })}
          </p>
        )}
        {extra}
        {entries.length > 0 && (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card sm:grid sm:grid-cols-2 sm:gap-3 sm:divide-y-0 sm:overflow-visible sm:border-0 sm:bg-transparent sm:shadow-none">
            {entries.map((key) => (
              <li key={key}>
                <DashboardEntry screen={key} site={site} />
              </li>
            ))}
          </ul>
        )}
      </section>
    );
  });
}
