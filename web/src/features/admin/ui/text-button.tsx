import type { ComponentProps } from "react";
import { cx } from "../../../lib/cx";

/** For a link of the router's that looks like the button below. */
export const textLook =
  "inline-flex min-h-11 cursor-pointer items-center gap-2 text-left font-semibold text-gold-ink underline-offset-4 hover:underline disabled:opacity-60";

/** A button that reads like a link: the lesser way on. */
export function TextButton({ className, ...props }: ComponentProps<"button">) {
  return <button type="button" className={cx(textLook, className)} {...props} />;
}
