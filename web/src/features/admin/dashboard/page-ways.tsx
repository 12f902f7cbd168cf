import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shownSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { editPath } from "../../../paths";
import { SectionTitle } from "../../../ui/section-title";
import { managerKeys, managers } from "../collections";
import { Pending } from "../frame/pending";
import { type PageKey, pagesOn, screensOn, shelves } from "../screens";
import { DashboardEntry } from "./dashboard-entry";
import { EntryCard, EntryList } from "./entry-card";
import { PageEntry } from "./page-entry";

/** Links to everything that is on the page. */
export function PageWays({ notes }: { notes?: Partial<Record<PageKey, ReactNode>> }) {
  const { lang, t } = useLanguage();
  const shown = useQuery(shownSiteQuery(lang));
  const site = shown.data?.site;
  if (!site) return <Pending query={shown} />;
  return shelves.map((shelf) => (
    <section key={shelf} aria-labelledby={`shelf-${shelf}`}>
      <SectionTitle id={`shelf-${shelf}`}>{t(`shelf.${shelf}`)}</SectionTitle>
      <EntryList>
        {managerKeys
          .filter((name) => managers[name].shelf === shelf)
          .map((name) => (
            <li key={name}>
              <EntryCard
                to={editPath(name)}
                icon={managers[name].icon}
                title={t(`manager.${name}.title`)}
                note={t(`manager.${name}.summary`)}
              />
            </li>
          ))}
        {pagesOn(shelf).map((key) => (
          <li key={key}>
            <PageEntry page={key} note={notes?.[key]} />
          </li>
        ))}
        {screensOn(shelf).map((key) => (
          <li key={key}>
            <DashboardEntry screen={key} site={site} />
          </li>
        ))}
      </EntryList>
    </section>
  ));
}
