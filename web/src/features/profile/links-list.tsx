import { Briefcase, LayoutGrid, Newspaper } from "lucide-react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import type { IconType } from "../../ui/icon-well";
import { LinkCard } from "../../ui/link-card";
import { SectionTitle } from "../../ui/section-title";

const icons: Record<Home["links"][number]["key"], IconType> = {
  services: Briefcase,
  portfolio: LayoutGrid,
  blog: Newspaper,
};

export function LinksList({ links }: { links: Home["links"] }) {
  const t = useT();
  return (
    <nav aria-labelledby="links">
      <SectionTitle id="links">{t("home.links")}</SectionTitle>
      <ul className="grid gap-2.5">
        {links.map(({ key, href }) => (
          <li key={key}>
            <LinkCard
              href={href}
              icon={icons[key]}
              title={t(`home.links.${key}`)}
              description={t(`home.links.${key}.description`)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
