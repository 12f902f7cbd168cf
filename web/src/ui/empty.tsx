import type { ReactNode } from "react";

/** Stands where a list would be, and says what to do instead. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card border border-line bg-card p-8 text-center text-muted">
      {children}
    </div>
  );
}
