import { LayoutDashboard, LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { useT } from "../../i18n/language";
import { dashboardPath } from "../../paths";
import { useSignOut } from "./use-sign-out";

const item = "grid min-h-14 cursor-pointer place-items-center content-center gap-0.5 text-xs";

export function BottomBar() {
  const t = useT();
  const signOut = useSignOut();
  return (
    <nav
      aria-label={t("admin.navigation")}
      className="sticky bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <NavLink
        to={dashboardPath}
        className={`${item} aria-[current=page]:font-semibold aria-[current=page]:text-gold-ink`}
      >
        <LayoutDashboard size={22} />
        {t("admin.dashboard")}
      </NavLink>
      <button type="button" onClick={signOut} className={item}>
        <LogOut size={22} />
        {t("admin.logout")}
      </button>
    </nav>
  );
}
