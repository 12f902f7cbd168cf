import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { newTab } from "../lib/new-tab";
import { type IconType, IconWell } from "./icon-well";

type Props = { href: string; icon: IconType; title: ReactNode; description: string; outbound?: boolean };

export function LinkCard({ href, icon, title, description, outbound }: Props) {
  return (
    <a
      href={href}
      className="press flex min-h-18 items-center gap-3 rounded-card border border-line bg-white p-3.5 shadow-card hover:bg-ivory"
      {...(outbound ? newTab : {})}
    >
      <IconWell icon={icon} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{description}</span>
      </span>
      <span className="text-faint">
        <ChevronRight size={20} />
      </span>
    </a>
  );
}
