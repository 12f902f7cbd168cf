import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type IconType, IconWell } from "../../../ui/icon-well";

const look =
  "press flex min-h-16 w-full items-center gap-3 p-3.5 text-left hover:bg-ivory sm:rounded-card sm:border sm:border-line sm:bg-white sm:shadow-card";

/** `to` is a path or an action. */
type Props = { to: string | (() => void); icon: IconType; title: string; note: ReactNode };

/** A dashboard link to a screen. */
export function EntryCard({ to, icon, title, note }: Props) {
  const content = (
    <>
      <IconWell icon={icon} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block truncate text-sm text-muted">{note}</span>
      </span>
      <span className="text-faint">
        <ChevronRight size={20} />
      </span>
    </>
  );
  return typeof to === "string" ? (
    <Link to={to} className={look}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={to} className={`${look} cursor-pointer`}>
      {content}
    </button>
  );
}

/** Entries share one card on a phone and are separate cards on wider screens. */
export function EntryList({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-white shadow-card sm:grid sm:grid-cols-2 sm:gap-3 sm:divide-y-0 sm:overflow-visible sm:border-0 sm:bg-transparent sm:shadow-none">
      {children}
    </ul>
  );
}
