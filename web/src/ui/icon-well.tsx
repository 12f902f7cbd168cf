import type { ComponentType } from "react";

export type IconType = ComponentType<{ size?: number; strokeWidth?: number; className?: string }>;

export function IconWell({ icon: Icon }: { icon: IconType }) {
  return (
    <span className="grid size-10.5 shrink-0 place-content-center rounded-well border border-line bg-ivory text-gold-ink">
      <Icon size={20} />
    </span>
  );
}
