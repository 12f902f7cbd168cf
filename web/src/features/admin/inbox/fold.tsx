import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type Props = { title: string; hint?: string; children: ReactNode };

/** What one looks up rather than reads: its name and a word of it, until it is opened. */
export function Fold({ title, hint, children }: Props) {
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 hover:bg-ivory">
        <h3 className="shrink-0 font-semibold">{title}</h3>
        <span className="min-w-0 flex-1 truncate text-sm text-muted">{hint}</span>
        <ChevronDown size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
