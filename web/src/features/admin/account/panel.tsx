import { type ReactNode, useId } from "react";
import { type IconType, IconWell } from "../../../ui/icon-well";
import { SectionTitle } from "../../../ui/section-title";

/** A titled card of rows. */
export function Panel({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      {text && <p className="-mt-1 mb-3 text-sm text-muted">{text}</p>}
      <div className="divide-y divide-line rounded-card border border-line bg-white shadow-card">{children}</div>
    </section>
  );
}

type RowProps = { icon: IconType; title: ReactNode; text?: ReactNode; children?: ReactNode };

/** A row with its actions; on a phone the buttons are below the text. */
export function PanelRow({ icon, title, text, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 p-4">
      <IconWell icon={icon} />
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {text && <div className="text-sm text-muted">{text}</div>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
