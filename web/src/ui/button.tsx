import type { ComponentProps } from "react";
import { cx } from "../lib/cx";
import { newTab } from "../lib/new-tab";

const tones = {
  gold: "border-gold-deep/60 bg-linear-to-b from-gold-light to-gold text-on-gold shadow-gold hover:from-gold",
  plain: "border-line bg-card hover:bg-ivory",
  danger: "border-danger bg-danger text-on-danger hover:bg-danger/90",
};

const shape =
  "press print:hidden inline-flex min-h-12 items-center justify-center gap-2.5 rounded-button border px-4 py-2 sm:px-5 text-center font-semibold leading-tight indic:leading-normal disabled:opacity-60";

type Tone = { tone?: keyof typeof tones };

export function Button({ tone = "plain", className, type = "button", ...props }: Tone & ComponentProps<"button">) {
  return <button type={type} className={cx(shape, tones[tone], "cursor-pointer", className)} {...props} />;
}

/** For links that are not plain `a` elements, such as a router's. */
export const linkLook = (tone: keyof typeof tones = "plain") => cx(shape, tones[tone]);

type Outbound = { outbound?: boolean };

/** Renders nothing without a target. */
export function ButtonLink({ tone = "plain", outbound, className, ...props }: Tone & Outbound & ComponentProps<"a">) {
  if (props.href === "") return null;
  return <a className={cx(shape, tones[tone], className)} {...(outbound ? newTab : {})} {...props} />;
}
