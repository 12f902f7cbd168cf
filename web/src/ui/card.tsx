import type { ComponentProps } from "react";
import { cx } from "../lib/cx";

/** Cards are in one column on a phone and in two on wider screens. */
export const cardGrid = "grid gap-4 md:grid-cols-2";

export const cardLook =
  "card relative flex flex-col gap-3 rounded-card border border-line bg-card p-5 wrap-anywhere shadow-card";

/**
 * Makes the card's link clickable anywhere on the card. The link must not scale on press: a scaled element would
 * contain the stretched area, and the click would land beside it.
 */
export const stretched = "before:absolute before:inset-0 active:scale-none";

export function Card({ className, ...props }: ComponentProps<"article">) {
  return <article className={cx(cardLook, className)} {...props} />;
}

type TitleProps = {
  lang?: string;
  /** A card below a heading of the list has a heading of the next level. */
  level?: 2 | 3;
  children: string;
};

export function CardTitle({ lang, level = 2, children }: TitleProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading lang={lang} className="text-xl leading-snug font-bold indic:leading-normal">
      {children}
    </Heading>
  );
}
