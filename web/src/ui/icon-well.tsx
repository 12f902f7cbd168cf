import type { ComponentType, ReactNode } from "react";

export type IconType = ComponentType<{ size?: number; strokeWidth?: number; className?: string }>;

type WellProps = { filled?: boolean | undefined; children: ReactNode };

/** The small square around an icon. */
export function Well({ filled, children }: WellProps) {
  const look = filled ? "border-gold bg-gold text-on-gold" : "border-line bg-well text-gold-ink";
  return (
    <span className={`well grid size-10.5 shrink-0 place-content-center rounded-well border ${look}`}>{children}</span>
  );
}

export function IconWell({ icon: Icon }: { icon: IconType }) {
  return (
    <Well>
      <Icon size={20} />
    </Well>
  );
}
