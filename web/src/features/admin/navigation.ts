import { History, Languages, LayoutDashboard, QrCode } from "lucide-react";
import type { TranslationKey } from "../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../paths";
import type { IconType } from "../../ui/icon-well";
import { managerKeys, managers } from "./collections";

type Destination = { to: string; icon: IconType; label: TranslationKey };

/** The list managers, where there is room for them. */
export const lists: readonly Destination[] = managerKeys.map((name) => ({
  to: editPath(name),
  icon: managers[name].icon,
  label: `manager.${name}.title`,
}));

/** Where the owner goes most, from wherever they are. */
export const navigation: readonly Destination[] = [
  { to: dashboardPath, icon: LayoutDashboard, label: "admin.dashboard" },
  { to: editPath("qr-code"), icon: QrCode, label: "screen.qr-code.title" },
  { to: ownPath("translations"), icon: Languages, label: "screen.translations.title" },
  { to: ownPath("history"), icon: History, label: "screen.history.title" },
];
