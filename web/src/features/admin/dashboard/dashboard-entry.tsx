import { fields } from "../../../api/fields.gen";
import type { Site } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { editPath } from "../../../paths";
import { type Screen, type ScreenKey, screens, switchOf } from "../screens";
import { readPath } from "../values/at-path";
import { EntryCard } from "./entry-card";

/** The note of an entry: the first value visitors see, or why they see none. */
function useNote(screen: ScreenKey, site: Site): string {
  const t = useT();
  const { fields: keys } = screens[screen];
  const [first] = keys;
  const value = readPath(site, first ? fields[first].path : "");
  const part = first && switchOf(first);
  if (value || !part) return t.first([`screen.${screen}.note`, ""]) || value;
  return t(readPath(site, fields[part].path) === "no" ? "dashboard.leftOut" : "dashboard.notShown");
}

export function DashboardEntry({ screen, site }: { screen: ScreenKey; site: Site }) {
  const t = useT();
  const note = useNote(screen, site);
  const { icon, soon }: Screen = screens[screen];
  const announce = () => toast({ title: t("admin.comingSoon"), description: t("admin.comingSoon.description") });
  return (
    <EntryCard to={soon ? announce : editPath(screen)} icon={icon} title={t(`screen.${screen}.title`)} note={note} />
  );
}
