import type { ReactNode } from "react";

/** An unobtrusive note. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-ivory p-4"
    >
      {children}
    </div>
  );
}
