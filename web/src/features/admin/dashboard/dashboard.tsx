import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownSiteQuery } from "../../../api/queries";
import type { Site } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { SectionTitle } from "../../../ui/section-title";
import { Fold } from "../frame/fold";
import { Pending } from "../frame/pending";
import { type PageKey, pagesIn, type Section, screenKeys, screens, sections } from "../screens";
import { useAuth } from "../sign-in/auth";
import { DashboardEntry } from "./dashboard-entry";
import { EntryList } from "./entry-card";
import { PageEntry } from "./page-entry";

/** Content above the entries of a section. */
type Extras = Partial<Record<Section, (site: Site) => ReactNode>>;

/** The current note on a page's entry. */
type Notes = Partial<Record<PageKey, ReactNode>>;

/** `folded`: sections are collapsed once the owner has finished the first steps. */
type Props = { extras: Extras; notes?: Notes; folded?: boolean };

export function Dashboard({ extras, notes, folded = false }: Props) {
  const { lang, t } = useLanguage();
  const { user } = useAuth();
  const shown = useQuery(shownSiteQuery(lang));
  const site = shown.data?.site;
  if (!site) return <Pending query={shown} />;
  return sections.map((section) => {
    const own = screenKeys.filter((key) => screens[key].section === section);
    const more = pagesIn(section);
    const extra = extras[section]?.(site);
    if (own.length + more.length === 0 && !extra) return null;
    const content = (
      <>
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
                <PageEntry page={key} note={notes?.[key]} />
              </li>
            ))}
          </EntryList>
        )}
      </>
    );
    const title = t(`section.${section}`);
    return (
      <section key={section} aria-labelledby={`section-${section}`}>
        {folded ? (
          <Fold name={section} title={<h2 id={`section-${section}`}>{title}</h2>}>
            {content}
          </Fold>
        ) : (
          <>
            <SectionTitle id={`section-${section}`}>{title}</SectionTitle>
            {content}
          </>
        )}
      </section>
    );
  });
}
