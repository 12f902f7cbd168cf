import { type ReactNode, useRef } from "react";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Button } from "../../../ui/button";
import { thumbBar, useThumbBar } from "../ui/thumb-bar";
import { useShortcut } from "./use-shortcut";

/** `children` are shown before the button. */
type Props = {
  busy: boolean;
  disabled?: boolean;
  label?: string;
  busyLabel?: string;
  /** The action of this button, to distinguish it from other submit buttons and from Enter. */
  deed?: string;
  /** The label is long: on a phone the button gets its own row. */
  long?: boolean;
  children?: ReactNode;
};

/** The bar is at thumb height on a phone, and at the end of the form or window on a desktop. Ctrl+S submits. */
export function SaveBar({ busy, disabled = false, label, busyLabel, deed, long = false, children }: Props) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useThumbBar(bar);
  useShortcut("s", () => {
    if (!busy && !disabled) bar.current?.closest("form")?.requestSubmit();
  });
  return (
    <div ref={bar} className={cx(thumbBar, "lg:sticky lg:bg-mist lg:px-0 lg:*:max-w-48")}>
      {children}
      <Button
        tone="gold"
        type="submit"
        data-deed={deed}
        disabled={busy || disabled}
        className={long ? "max-lg:basis-full! lg:max-w-none! lg:basis-auto!" : ""}
      >
        {busy ? (busyLabel ?? t("admin.saving")) : (label ?? t("admin.save"))}
      </Button>
    </div>
  );
}
