import { Link, useLocation } from "react-router";
import { useT } from "../../../i18n/language";
import { AccountMenu } from "./account-menu";
import { tabOf, tabs } from "./navigation";
import { byTab } from "./places";
import { useBrand } from "./use-brand";

const row = "flex min-h-11 items-center gap-3 rounded-well px-3 hover:bg-mist aria-[current=page]:bg-ivory";
const current = "aria-[current]:font-semibold aria-[current]:text-gold-ink";

export function Sidebar() {
  const t = useT();
  const { pathname } = useLocation();
  const brand = useBrand();
  return (
    <nav
      aria-label={t("admin.navigation")}
      className="sticky top-0 hidden h-svh flex-col gap-4 border-r border-line bg-white p-4 pt-6 lg:flex"
    >
      <p className="line-clamp-2 px-3 text-lg font-bold wrap-anywhere">{brand || t("admin.title")}</p>
      <ul className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 py-0.5">
        {tabs.map(({ to, icon: Icon, label, badge: Badge, under }) => (
          <li key={to}>
            <Link
              to={to}
              state={byTab}
              aria-current={to === pathname ? "page" : to === tabOf(pathname) ? "true" : undefined}
              className={`${row} ${current}`}
            >
              <Icon size={20} />
              <span className="flex-1">{t(label)}</span>
              {Badge && <Badge />}
            </Link>
            {under && (
              <ul className="ml-5.5 border-l border-line pl-2">
                {under.map((place) => (
                  <li key={place.to}>
                    <Link
                      to={place.to}
                      aria-current={place.to === pathname ? "page" : undefined}
                      className={`${row} min-h-8.5! text-muted ${current}`}
                    >
                      {t(place.label)}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <AccountMenu name className="[&>div]:right-auto [&>div]:bottom-full [&>div]:left-0 [&>div]:mb-2" />
    </nav>
  );
}
