import { House } from "lucide-react";
import type { ComponentType } from "react";
import type { TranslationKey } from "../../../i18n/words";
import { dashboardPath, editPath, homePath, ownPath } from "../../../paths";
import type { IconType } from "../../../ui/icon-well";
import { type Manager, managerKeys, managers as tables } from "../collections";
import {
  type PageKey,
  pageKeys,
  pageOf,
  pages,
  pagesOn,
  previews,
  screenKeys,
  screens,
  shelves,
  viewPath,
} from "../screens";
import { WaitingBadge } from "./waiting-badge";

type Place = { to: string; label: TranslationKey };

/** `badge`: the number of waiting items. `under`: extra links in the desktop sidebar. */
type Tab = Place & { icon: IconType; badge?: ComponentType; under?: readonly Place[] };

const own = (page: PageKey) => ({ to: ownPath(page), label: `screen.${page}.title` as const });
const managers = managerKeys.map((name) => ({ to: editPath(name), label: `manager.${name}.title` as const }));
const [blocks, ...lists] = managers;
const often = (["looks", "social-links", "qr-code"] as const).map((screen) => ({
  to: editPath(screen),
  label: screen === "social-links" ? ("section.social" as const) : (`screen.${screen}.title` as const),
}));
const [looks, social, qr] = often;

const aboutPage = shelves.flatMap(pagesOn);
const aboutVisits = pageKeys.filter((key) => pageOf(key).tab === "insights");

/** The four tabs of the owner's app, on every screen. */
export const tabs: readonly Tab[] = [
  { to: dashboardPath, label: "admin.home", icon: House },
  { ...own("inbox"), icon: pages.inbox.icon, badge: WaitingBadge },
  {
    ...own("page"),
    icon: pages.page.icon,
    under: [blocks, looks, social, ...lists, qr, ...aboutPage.map(own)].filter((place) => place !== undefined),
  },
  { ...own("insights"), icon: pages.insights.icon, under: aboutVisits.map(own) },
];

const onPage = new Set<string>([...[...screenKeys, ...managerKeys].map(editPath), ...aboutPage.map(ownPath)]);

const onVisits = new Set(aboutVisits.map(ownPath));

/** The tab of a screen. Screens in the account menu have none. */
export const tabOf = (pathname: string): string | undefined => {
  if (onPage.has(pathname)) return ownPath("page");
  if (onVisits.has(pathname)) return ownPath("insights");
  return tabs.find(({ to }) => to === pathname)?.to;
};

const views = new Map([
  ...screenKeys.map((key) => [editPath(key), viewPath(previews[screens[key].preview])] as const),
  ...managerKeys.map((name) => [editPath(name), (tables[name] as Manager).listedAt ?? homePath] as const),
]);

/** The public page that a screen is about. */
export const viewedAt = (pathname: string): string => views.get(pathname) ?? homePath;
