import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { fields } from "../../api/fields.gen";
import type { Site } from "../../api/types";
import { useT } from "../../i18n/language";
import { readPath } from "../../lib/at-path";
import { toast } from "../../lib/toast";
import { editPath } from "../../paths";
import { IconWell } from "../../ui/icon-well";
import { type Screen, type ScreenKey, screens } from "./screens";

const look =
  "press flex min-h-16 w-full items-center gap-3 p-3.5 text-left hover:bg-ivory sm:rounded-card sm:border sm:border-line sm:bg-white sm:shadow-card";

export function DashboardEntry({ screen, site }: { screen: ScreenKey; site: Site }) {
  const t = useT();
  const { icon, fields: keys, soon }: Screen = screens[screen];
  const value = keys.map((key) => readPath(site, fields[key].path)).find(Boolean);
  const content = (
    <>
      <IconWell icon={icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`screen.${screen}.title`)}</span>
        <span className="block truncate text-sm text-muted">{value}</span>
      </span>
      <span className="text-faint">
        <ChevronRight size={20} />
      </span>
    </>
  );
  if (!soon) {
    return (
      <Link to={editPath(screen)} className={look}>
        {content}
      </Link>
    );
  }
  const announce = () => toast({ title: t("admin.comingSoon"), description: t("admin.comingSoon.description") });
  return (
    <button type="button" onClick={announce} className={`${look} cursor-pointer`}>
      {content}
    </button>
  );
}
