import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

/** Open sections by visit and name, so that they are still open when the owner comes back. */
const opened = new Set<string>();

type Props = {
  name: string;
  title: ReactNode;
  /** A summary of the content, shown beside the title. */
  hint?: string;
  /** One of several sections in a card, instead of its own card. */
  inside?: boolean;
  children: ReactNode;
};

/** A collapsible section. */
export function Fold({ name, title, hint, inside = false, children }: Props) {
  const place = `${useLocation().key} ${name}`;
  return (
    <details
      open={opened.has(place)}
      onToggle={({ currentTarget: { open } }) => {
        if (open) opened.add(place);
        else opened.delete(place);
      }}
      className={inside ? "group" : "group rounded-card border border-line bg-white shadow-card"}
    >
      <summary
        className={`flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 px-4 font-semibold hover:bg-ivory ${inside ? "" : "rounded-card"}`}
      >
        {title}
        {hint !== undefined && <span className="min-w-0 flex-1 truncate font-normal text-muted text-sm">{hint}</span>}
        <ChevronDown size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className={inside ? "grid grid-cols-1 gap-4 px-4 pt-1 pb-4" : "p-4 pt-2"}>{children}</div>
    </details>
  );
}
