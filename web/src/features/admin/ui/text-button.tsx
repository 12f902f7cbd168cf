import type { ComponentProps } from "react";
import { cx } from "../../../lib/cx";

/** The same look for a router link. */
export const textLook =
  "inline-flex min-h-11 cursor-pointer items-center gap-2 text-left font-semibold text-gold-ink underline-offset-4 hover:underline disabled:opacity-60";

/** A secondary button that looks like a link. */
export function TextButton({ className, ...props }: ComponentProps<"button">) {
  return <button type="button" className={cx(textLook, className)} {...props} />;
}
