import { Globe, Link2, Mail, Send } from "lucide-react";
import { glyph } from "./glyph";
import type { IconType } from "./icon-well";

export const brandIcons = {
  instagram: glyph(
    ["rect", { x: "3", y: "3", width: "18", height: "18", rx: "5" }],
    ["circle", { cx: "12", cy: "12", r: "4" }],
    ["path", { d: "M17 7h.01" }],
  ),
  youtube: glyph(
    ["rect", { x: "2", y: "5", width: "20", height: "14", rx: "4" }],
    ["path", { d: "m10 9 5 3-5 3z", fill: "currentColor" }],
  ),
  facebook: glyph(["path", { d: "M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l1-4h-4V7.5a.5.5 0 0 1 .5-.5H17z" }]),
  linkedin: glyph(
    ["rect", { x: "3", y: "3", width: "18", height: "18", rx: "3" }],
    ["path", { d: "M8 11v5m0-8.5v.01M12 16v-5m0 2.5a2 2 0 0 1 4 0V16" }],
  ),
  twitter: glyph(["path", { d: "M4 4h4.4L20 20h-4.4zm15.4 0-6.6 7.2M4.4 20l6.7-7.3" }]),
  whatsapp: glyph(
    ["path", { d: "m3 21 1.6-5A9 9 0 1 1 8 19.4z" }],
    ["path", { d: "M9 8.5c0 3.6 2.9 6.5 6.5 6.5l.7-1.7-2-1-1 1a6 6 0 0 1-2.5-2.5l1-1-1-2z" }],
  ),
  website: Globe,
  telegram: Send,
  other: Mail,
} satisfies Record<string, IconType>;

const byName: Record<string, IconType> = brandIcons;

/** The icon of a platform, case-insensitively; an unknown platform gets a plain link icon. */
export function BrandIcon({ platform, size = 20 }: { platform: string; size?: number }) {
  const Icon = byName[platform.toLowerCase()] ?? Link2;
  return <Icon size={size} />;
}
