import { NavLink } from "react-router";
import { useT } from "../../../i18n/language";
import { navigation } from "./navigation";

const item = "grid min-h-14 cursor-pointer place-items-center content-center gap-0.5 text-xs";

const shown = navigation.filter(({ onPhone }) => onPhone);

export function BottomBar() {
  const t = useT();
  return (
    <nav
      aria-label={t("admin.navigation")}
      className="sticky bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {shown.map(({ to, icon: Icon, label, badge: Badge }) => (
        <NavLink
          key={to}
          to={to}
          className={`${item} aria-[current=page]:font-semibold aria-[current=page]:text-gold-ink`}
        >
          <span className="relative">
            <Icon size={22} />
            {Badge && (
              <span className="absolute -top-2 left-3.5">
                <Badge />
              </span>
            )}
          </span>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}
