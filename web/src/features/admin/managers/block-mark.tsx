import {
  Briefcase,
  Download,
  LayoutGrid,
  Link2,
  Mail,
  MapPin,
  MessageSquare,
  Newspaper,
  Phone,
  ShoppingBag,
} from "lucide-react";
import type { Item } from "../../../api/types";
import { type IconType, IconWell } from "../../../ui/icon-well";
import { icons } from "../icons";
import { kindIcons } from "../kind-icons";
import { typedText } from "../values/item-text";
import { smallest } from "../values/smallest";

const partIcons: Readonly<Record<string, IconType>> = {
  services: Briefcase,
  portfolio: LayoutGrid,
  blog: Newspaper,
  download: Download,
  shop: ShoppingBag,
  feedback: MessageSquare,
  phone: Phone,
  email: Mail,
  address: MapPin,
};

/** The picture or icon of a block. */
export function BlockMark({ item }: { item: Item }) {
  const text = (field: string) => typedText(item.values[field]);
  const picture = text("image") || text("poster");
  if (picture) return <img src={smallest(picture)} alt="" className="size-10.5 shrink-0 rounded-well object-cover" />;
  const icon = partIcons[text("part")] ?? icons[text("icon")] ?? kindIcons[text("kind")] ?? Link2;
  return <IconWell icon={icon} />;
}
