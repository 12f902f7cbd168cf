import { History, Inbox, Languages, LayoutDashboard, QrCode, ShieldCheck } from "lucide-react";
import type { ComponentType } from "react";
import type { TranslationKey } from "../../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../../paths";
import type { IconType } from "../../../ui/icon-well";
import { managerKeys, managers } from "../collections";
import { WaitingBadge } from "./waiting-badge";

/** `onPhone`: one of the few that the bar under the thumb has room for. `badge`: what waits there. */
type Destination = { to: string; icon: IconType; label: TranslationKey; onPhone?: true; badge?: ComponentType };

/** Where the owner goes most, from wherever they are. */
export const navigation: readonly Destination[] = [
  { to: dashboardPath, icon: LayoutDashboard, label: "admin.dashboard", onPhone: true },
  { to: ownPath("inbox"), icon: Inbox, label: "screen.inbox.title", onPhone: true, badge: WaitingBadge },
  ...managerKeys.map((name) => ({
    to: editPath(name),
    icon: managers[name].icon,
    label: `manager.${name}.title` as const,
  })),
  { to: editPath("qr-code"), icon: QrCode, label: "screen.qr-code.title", onPhone: true },
  { to: ownPath("translations"), icon: Languages, label: "screen.translations.title", onPhone: true },
  { to: ownPath("history"), icon: History, label: "screen.history.title" },
];

/** Beside whose it is, at the sidebar's foot; a phone has it on the dashboard. */
export const account: Destination = { to: ownPath("account"), icon: ShieldCheck, label: "screen.account.title" };
