import { Link, useLocation } from "react-router";
import { useT } from "../../../i18n/language";
import { tabOf, tabs } from "./navigation";
import { byTab } from "./places";

/** The tab bar at the bottom of every screen on a phone. */
export function BottomBar({ inert }: { inert: boolean }) {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <nav
      inert={inert}
      aria-label={t("admin.navigation")}
      className="tab-bar sticky bottom-0 z-10 grid h-(--tab-bar) grid-cols-4 border-t border-line bg-white pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {tabs.map(({ to, icon: Icon, label, badge: Badge }) => (
        <Link
          key={to}
          to={to}
          state={byTab}
          aria-current={to === pathname ? "page" : to === tabOf(pathname) ? "true" : undefined}
          className="relative grid cursor-pointer content-center justify-items-center gap-0.5 px-0.5 text-center text-[min(.75rem,4.4vw)] leading-tight wrap-anywhere text-muted before:absolute before:inset-x-4 before:top-0 before:h-0.5 before:rounded-full aria-[current]:font-semibold aria-[current]:text-gold-ink aria-[current]:before:bg-gold-ink"
        >
          <span className="relative">
            <Icon size={22} />
            {Badge && (
              <span className="absolute -top-2 left-3.5 whitespace-nowrap">
                <Badge />
              </span>
            )}
          </span>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
