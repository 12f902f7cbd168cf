import {
  Camera,
  ChartColumn,
  Globe,
  Mail,
  Megaphone,
  MessageCircle,
  Palette,
  PenLine,
  Search,
  Share2,
  ShoppingCart,
  Smartphone,
  Sparkles,
  Target,
  TrendingUp,
  Users,
  Video,
} from "lucide-react";
import type { IconType } from "./icon-well";

/** The icons an owner can choose by name; names are case-sensitive. */
export const namedIcons: Readonly<Record<string, IconType>> = {
  Share2,
  Search,
  PenLine,
  Megaphone,
  Camera,
  ChartColumn,
  Globe,
  Mail,
  MessageCircle,
  Palette,
  ShoppingCart,
  Smartphone,
  Target,
  TrendingUp,
  Users,
  Video,
};

export const namedIcon = (name: string): IconType => (Object.hasOwn(namedIcons, name) && namedIcons[name]) || Sparkles;
