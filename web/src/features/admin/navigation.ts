import { History, Languages, LayoutDashboard, QrCode } from "lucide-react";
import type { TranslationKey } from "../../i18n/words";
import { dashboardPath, editPath, ownPath } from "../../paths";
import type { IconType } from "../../ui/icon-well";

type Destination = { to: string; icon: IconType; label: TranslationKey };

/** Where the owner goes most, from wherever they are. */
export const navigation: readonly Destination[] = [
  { to: dashboardPath, icon: LayoutDashboard, label: "admin.dashboard" },
  { to: editPath("qr-code"), icon: QrCode, label: "screen.qr-code.title" },
  { to: ownPath("translations"), icon: Languages, label: "screen.translations.title" },
  { to: ownPath("history"), icon: History, label: "screen.history.title" },
];
