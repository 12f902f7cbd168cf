import type { ReactNode } from "react";
import { useT } from "../../../i18n/language";
import { ownPath } from "../../../paths";
import { type PageKey, pages } from "../screens";
import { EntryCard } from "./entry-card";

/** A link to a page that saves no fields; `note` is its current state. */
export function PageEntry({ page, note }: { page: PageKey; note: ReactNode }) {
  const t = useT();
  return (
    <EntryCard
      to={ownPath(page)}
      icon={pages[page].icon}
      title={t(`screen.${page}.title`)}
      note={note ?? t.first([`screen.${page}.note`, ""])}
    />
  );
}
