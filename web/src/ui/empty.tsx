import type { ReactNode } from "react";

/** The empty state of a list, which says what to do instead. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-card p-8 text-center text-muted">
      {children}
    </section>
  );
}
