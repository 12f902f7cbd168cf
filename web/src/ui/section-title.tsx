import type { ReactNode } from "react";

export function SectionTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="eyebrow mb-2 sm:mb-3">
      {children}
    </h2>
  );
}
