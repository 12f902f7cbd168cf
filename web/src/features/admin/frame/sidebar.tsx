import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { shownSiteQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { useAuth } from "../sign-in/auth";
import { useSignOut } from "../sign-in/use-sign-out";
import { account, navigation } from "./navigation";

const row = "flex min-h-11 w-full items-center gap-3 rounded-well px-3 text-left";
const link = `${row} hover:bg-mist aria-[current=page]:bg-ivory aria-[current=page]:font-semibold aria-[current=page]:text-gold-ink`;

export function Sidebar() {
  const { lang, t } = useLanguage();
  const { user } = useAuth();
  const signOut = useSignOut();
  const shown = useQuery(shownSiteQuery(lang));
  return (
    <nav
      aria-label={t("admin.navigation")}
      className="sticky top-0 hidden h-svh flex-col gap-6 border-r border-line bg-white p-4 pt-6 lg:flex"
    >
      <p className="line-clamp-2 px-3 text-lg font-bold wrap-anywhere">
        {shown.data?.site.brandName ?? t("admin.title")}
      </p>
      <div className="flex-1">
        {navigation.map(({ to, icon: Icon, label, badge: Badge }) => (
          <NavLink key={to} to={to} className={link}>
            <Icon size={20} />
            <span className="flex-1">{t(label)}</span>
            {Badge && <Badge />}
          </NavLink>
        ))}
      </div>
      <div className="grid gap-1">
        <p className="truncate px-3 text-sm text-muted">{user?.email}</p>
        <NavLink to={account.to} className={link}>
          <account.icon size={20} />
          {t(account.label)}
        </NavLink>
        <button type="button" onClick={signOut} className={`${row} cursor-pointer hover:bg-mist`}>
          <LogOut size={20} />
          {t("admin.logout")}
        </button>
      </div>
    </nav>
  );
}
