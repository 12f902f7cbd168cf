import type { ReactNode } from "react";

/** `edit`: the id of the block, in a preview. */
export function SectionTitle({ id, edit, children }: { id?: string; edit?: string | undefined; children: ReactNode }) {
  return (
    <h2 id={id} data-edit={edit} className="eyebrow mb-2 sm:mb-3">
      {children}
    </h2>
  );
}
