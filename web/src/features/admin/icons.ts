import {
  BookOpen,
  Briefcase,
  Building2,
  Cake,
  Calendar,
  CalendarClock,
  Camera,
  Car,
  Clock,
  Coffee,
  CreditCard,
  Download,
  Dumbbell,
  FileText,
  Flower2,
  Gem,
  Gift,
  Globe,
  GraduationCap,
  Heart,
  House,
  Image,
  IndianRupee,
  Leaf,
  Link,
  Mail,
  MapPin,
  Megaphone,
  MessageCircle,
  Mic,
  Music,
  Newspaper,
  PawPrint,
  Percent,
  Phone,
  Plane,
  QrCode,
  Scissors,
  Shirt,
  ShoppingBag,
  ShoppingCart,
  Sparkles,
  Star,
  Stethoscope,
  Store,
  Tag,
  Ticket,
  Truck,
  Users,
  Utensils,
  Video,
  Wrench,
} from "lucide-react";
import type { TranslationKey } from "../../i18n/words";
import type { IconType } from "../../ui/icon-well";

/** The icons an owner can choose for a link. No script contains them; the server sends each path with the page. */
export const blockIcons = {
  Link,
  Globe,
  Phone,
  MessageCircle,
  Mail,
  MapPin,
  IndianRupee,
  FileText,
  Tag,
  Gift,
  Calendar,
  CalendarClock,
  Clock,
  Star,
  Heart,
  Store,
  ShoppingBag,
  ShoppingCart,
  Percent,
  CreditCard,
  QrCode,
  Ticket,
  Truck,
  Download,
  Image,
  Camera,
  Video,
  Music,
  Mic,
  Newspaper,
  BookOpen,
  GraduationCap,
  Briefcase,
  Users,
  Megaphone,
  Sparkles,
  House,
  Building2,
  Utensils,
  Coffee,
  Cake,
  Leaf,
  Flower2,
  Shirt,
  Gem,
  Scissors,
  Wrench,
  Stethoscope,
  Dumbbell,
  PawPrint,
  Car,
  Plane,
} satisfies Record<string, IconType>;

export type BlockIcon = keyof typeof blockIcons;

/** Compiles only if every icon has a translated name. */
type Missing = Exclude<`icon.${BlockIcon}`, TranslationKey>;
const complete = true;
complete satisfies [Missing] extends [never] ? true : { missing: Missing };

type Numbers = Record<string, number>;

/** Makes the first move absolute, so that paths can be joined. The commands after it stay relative. */
const absolute = (d: string) =>
  d.replace(
    /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)[\s,]*(?=([-.\d])?)/,
    (_, x, y, more) => `M${x} ${y}${more ? "l" : ""}`,
  );

/** An ellipse as two arcs. */
const oval = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;

const box = ({ x = 0, y = 0, width = 0, height = 0, rx = 0, ry = rx }: Numbers) => {
  const r = Math.max(rx, ry);
  const [w, h] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : "");
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
};

const shapes: Record<string, (of: Numbers, text: Record<string, string>) => string> = {
  path: (_, { d = "" }) => absolute(d),
  circle: ({ cx = 0, cy = 0, r = 0 }) => oval(cx, cy, r, r),
  ellipse: ({ cx = 0, cy = 0, rx = 0, ry = 0 }) => oval(cx, cy, rx, ry),
  rect: box,
  line: ({ x1 = 0, y1 = 0, x2 = 0, y2 = 0 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: (_, { points = "" }) => `M${points}`,
  polygon: (_, { points = "" }) => `M${points}z`,
};

/** All shapes of an icon as one path: the smallest form for a page, and nothing else can be hidden in it. */
export function pathOf(svg: string): string {
  const inner = svg.replace(/^<svg[^>]*>/, "");
  return [...inner.matchAll(/<(\w+) ([^>]*?)\/?>/g)]
    .map(([, tag = "", attributes = ""]) => {
      const text = Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      );
      const numbers = Object.fromEntries(Object.entries(text).map(([key, value]) => [key, Number(value)]));
      const shape = shapes[tag];
      if (!shape) throw new Error(`cannot convert the SVG element <${tag}> to a path`);
      return shape(numbers, text);
    })
    .join("");
}
