import {
  Blend,
  FileText,
  Grip,
  Image,
  Moon,
  Phone,
  Share2,
  ShoppingBag,
  Smartphone,
  Sparkles,
  Square,
  Sun,
  Sunrise,
} from "lucide-react";
import type { ReactNode } from "react";
import { fields } from "../../../api/fields.gen";
import { BrandIcon } from "../../../ui/brand-icon";

const button = (radius: number) => (
  <svg aria-hidden="true" width="36" height="18" viewBox="0 0 36 18" className="text-gold">
    <rect width="36" height="18" rx={radius} fill="currentColor" />
  </svg>
);

/** A theme as its accent on its paper. */
const themes = Object.entries(fields.theme.sets).map(([theme, { accent, mode }]) => [
  `theme.${theme}`,
  <svg key={theme} aria-hidden="true" width="28" height="28" viewBox="0 0 28 28">
    <circle cx="14" cy="14" r="13.5" fill={mode === "dark" ? "#1c1917" : "#fff"} stroke="#8a7f66" />
    <circle cx="14" cy="14" r="7" fill={accent} />
  </svg>,
]);

/** Illustrations of options, by field and option, where a picture is clearer than a word. */
export const choiceDrawings: Readonly<Record<string, ReactNode>> = {
  ...Object.fromEntries(themes),
  "mode.light": <Sun size={20} />,
  "mode.dark": <Moon size={20} />,
  "mode.phone": <Smartphone size={20} />,
  "shape.pill": button(9),
  "shape.rounded": button(5),
  "shape.square": button(1),
  "backdrop.particles": <Sparkles size={20} />,
  "backdrop.plain": <Square size={20} />,
  "backdrop.glow": <Sunrise size={20} />,
  "backdrop.photo": <Image size={20} />,
  "backdrop.gradient": <Blend size={20} />,
  "backdrop.pattern": <Grip size={20} />,
  "mainAction.share": <Share2 size={20} />,
  "mainAction.whatsapp": <BrandIcon platform="whatsapp" size={20} />,
  "mainAction.call": <Phone size={20} />,
  "mainAction.shop": <ShoppingBag size={20} />,
  "mainAction.quote": <FileText size={20} />,
};
