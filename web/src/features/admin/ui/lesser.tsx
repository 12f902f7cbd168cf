import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { textLook } from "./text-button";

type Props = { title: string; open?: boolean; children: ReactNode };

/** What few need, out of sight until it is asked for. */
export function Lesser({ title, open = false, children }: Props) {
  return (
    <details open={open} className="group">
      <summary className={`${textLook} list-none`}>
        {title}
        <ChevronDown size={18} className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-6 pt-3">{children}</div>
    </details>
  );
}
