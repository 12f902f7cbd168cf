import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Something the reader must know before going on; screen readers announce it when it appears. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-card border border-danger/40 bg-danger-soft p-4">
      <span className="mt-0.5 text-danger">
        <CircleAlert size={20} />
      </span>
      <div className="grid min-w-0 flex-1 gap-3">{children}</div>
    </div>
  );
}
