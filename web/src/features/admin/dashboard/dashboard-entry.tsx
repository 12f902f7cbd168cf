import { fields } from "../../../api/fields.gen";
import type { Site } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { type Screen, type ScreenKey, screens } from "../screens";
import { readPath } from "../values/at-path";
import { EntryCard } from "./entry-card";

export function DashboardEntry({ screen, site }: { screen: ScreenKey; site: Site }) {
  const t = useT();
  const { icon, fields: keys, soon }: Screen = screens[screen];
  const value = keys.map((key) => readPath(site, fields[key].path)).find(Boolean) ?? "";
  const announce = () => toast({ title: t("admin.comingSoon"), description: t("admin.comingSoon.description") });
  return (
    <EntryCard
      to={soon ? announce : editPath(screen)}
      icon={icon}
      title={t(`screen.${screen}.title`)}
      note={t.first([`screen.${screen}.note`, ""]) || value}
    />
  );
}
