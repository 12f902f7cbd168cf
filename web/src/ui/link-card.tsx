import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { newTab } from "../lib/new-tab";

type Props = {
  href: string;
  /** The icon or picture. */
  mark: ReactNode;
  title: ReactNode;
  description?: string | undefined;
  outbound?: boolean;
  accent?: boolean | undefined;
  /** The id of the block, in a preview. */
  edit?: string | undefined;
};

/** Renders nothing without a target. */
export function LinkCard({ href, mark, title, description, outbound, accent, edit }: Props) {
  if (!href) return null;
  return (
    <a
      href={href}
      data-edit={edit}
      className={`row press flex min-h-18 items-center gap-3 rounded-card border ${accent ? "border-gold bg-ivory" : "border-line bg-card"} p-3 shadow-card sm:p-3.5 hover:bg-ivory`}
      {...(outbound ? newTab : {})}
    >
      {mark}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block leading-snug font-semibold">{title}</span>
        {description && <span className="block text-sm text-muted">{description}</span>}
      </span>
      <span className="text-faint">
        <ChevronRight size={20} />
      </span>
    </a>
  );
}
