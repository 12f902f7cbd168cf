import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

/** What was opened, by where and name: who comes back finds it open. */
const opened = new Set<string>();

type Props = { name: string; summary: ReactNode; children: ReactNode };

/** Shows a title, and the rest when it is pressed. */
export function Fold({ name, summary, children }: Props) {
  const place = `${useLocation().key} ${name}`;
  return (
    <details
      open={opened.has(place)}
      onToggle={({ currentTarget: { open } }) => {
        if (open) opened.add(place);
        else opened.delete(place);
      }}
      className="group rounded-card border border-line bg-white shadow-card"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-card px-4 font-semibold hover:bg-ivory">
        {summary}
        <ChevronDown size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="p-4 pt-2">{children}</div>
    </details>
  );
}
