import type { ComponentProps } from "react";
import { cx } from "../lib/cx";

/** Cards are in one column on a phone and in two on wider screens. */
export const cardGrid = "grid gap-4 md:grid-cols-2";

export const cardLook =
  "relative flex flex-col gap-3 rounded-card border border-line bg-card p-5 wrap-anywhere shadow-card";

/**
 * Makes the card's link clickable anywhere on the card. The link must not scale on press: a scaled element would
 * contain the stretched area, and the click would land beside it.
 */
export const stretched = "before:absolute before:inset-0 active:scale-none";

export function Card({ className, ...props }: ComponentProps<"article">) {
  return <article className={cx(cardLook, className)} {...props} />;
}

export function CardTitle({ lang, children }: { lang?: string; children: string }) {
  return (
    <h2 lang={lang} className="text-xl leading-snug font-bold indic:leading-normal">
      {children}
    </h2>
  );
}
