import {
  Briefcase,
  Camera,
  Clock,
  FilePlus,
  History,
  Languages,
  LayoutList,
  Newspaper,
  Palette,
  Phone,
  Plus,
  QrCode,
} from "lucide-react";
import { Link } from "react-router";
import { useT } from "../../../i18n/language";
import type { TranslationKey } from "../../../i18n/words";
import { editPath, newItemPath, ownPath } from "../../../paths";
import { type IconType, IconWell } from "../../../ui/icon-well";

/** `field` is the input to focus there. */
type Way = { to: string; icon: IconType; title: TranslationKey; field?: string };

/** The most frequent tasks; see docs/tasks.md. */
const ways: readonly Way[] = [
  { to: newItemPath("blocks", "link"), icon: Plus, title: "quick.link" },
  { to: newItemPath("blog"), icon: FilePlus, title: "quick.article" },
  { to: editPath("blocks"), icon: LayoutList, title: "quick.links" },
  { to: editPath("blog"), icon: Newspaper, title: "quick.articles" },
  { to: ownPath("hours"), icon: Clock, title: "quick.hours" },
  { to: editPath("phone"), icon: Phone, title: "quick.phone", field: "phone" },
  { to: editPath("profile-image"), icon: Camera, title: "quick.photo" },
  { to: editPath("looks"), icon: Palette, title: "screen.looks.title" },
  { to: editPath("services"), icon: Briefcase, title: "manager.services.title" },
  { to: ownPath("codes"), icon: QrCode, title: "quick.qr" },
  { to: ownPath("translations"), icon: Languages, title: "quick.languages" },
  { to: ownPath("history"), icon: History, title: "screen.history.title" },
];

/** One-tap links to the most frequent tasks. */
export function Quick() {
  const t = useT();
  return (
    <nav aria-label={t("quick.label")}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-x-1 gap-y-3">
        {ways.map(({ to, icon, title, field }) => (
          <li key={to}>
            <Link
              to={to}
              state={{ field }}
              className="press flex min-h-16 flex-col items-center gap-1 rounded-card py-1 text-center text-sm leading-snug hover:bg-ivory"
            >
              <IconWell icon={icon} />
              <span className="max-w-full wrap-anywhere">{t(title)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
