import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownSiteQuery } from "../../../api/queries";
import type { Site } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { SectionTitle } from "../../../ui/section-title";
import { Pending } from "../frame/pending";
import { type PageKey, pageKeys, pages, type Section, screenKeys, screens, sections } from "../screens";
import { useAuth } from "../sign-in/auth";
import { DashboardEntry } from "./dashboard-entry";
import { EntryCard, EntryList } from "./entry-card";

/** What a section shows above its entries. */
type Extras = Partial<Record<Section, (site: Site) => ReactNode>>;

/** What a page's entry says of it now. */
type Notes = Partial<Record<PageKey, ReactNode>>;

export function Dashboard({ extras, notes }: { extras: Extras; notes?: Notes }) {
  const { lang, t } = useLanguage();
  const { user } = useAuth();
  const shown = useQuery(shownSiteQuery(lang));
  const site = shown.data?.site;
  if (!site) return <Pending query={shown} />;
  return sections.map((section) => {
    const own = screenKeys.filter((key) => screens[key].section === section);
    const more = pageKeys.filter((key) => pages[key].section === section);
    const extra = extras[section]?.(site);
    if (own.length + more.length === 0 && !extra) return null;
    return (
      <section key={section} aria-labelledby={`section-${section}`}>
        <SectionTitle id={`section-${section}`}>{t(`section.${section}`)}</SectionTitle>
        {section === "profile" && (
          <p className="-mt-1 mb-3 text-sm text-muted wrap-anywhere">
            {t("admin.signedInAs", { email: user?.email ?? "" })}
          </p>
        )}
        {extra && <div className="mb-3">{extra}</div>}
        {own.length + more.length > 0 && (
          <EntryList>
            {own.map((key) => (
              <li key={key}>
                <DashboardEntry screen={key} site={site} />
              </li>
            ))}
            {more.map((key) => (
              <li key={key}>
                <EntryCard
                  to={ownPath(key)}
                  icon={pages[key].icon}
                  title={t(`screen.${key}.title`)}
                  note={notes?.[key] ?? t.first([`screen.${key}.note`, ""])}
                />
              </li>
            ))}
          </EntryList>
        )}
      </section>
    );
  });
}
