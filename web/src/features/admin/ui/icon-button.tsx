import type { ComponentProps } from "react";
import { cx } from "../../../lib/cx";
import type { IconType } from "../../../ui/icon-well";

export const iconButtonLook =
  "press grid size-11 shrink-0 cursor-pointer place-content-center rounded-full text-ink hover:bg-ivory aria-disabled:cursor-default aria-disabled:text-faint aria-disabled:hover:bg-transparent aria-pressed:bg-ivory aria-pressed:text-gold-ink";

type Props = { icon: IconType; label: string } & ComponentProps<"button">;

/** An icon-only button; the label is for screen readers and the tooltip. */
export function IconButton({ icon: Icon, label, className, ...props }: Props) {
  return (
    <button type="button" aria-label={label} title={label} className={cx(iconButtonLook, className)} {...props}>
      <Icon size={20} />
    </button>
  );
}
