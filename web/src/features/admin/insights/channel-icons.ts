import {
  Bot,
  Contact,
  Footprints,
  Globe,
  Languages,
  Link2,
  Mail,
  MapPin,
  Megaphone,
  MessageSquareText,
  PanelTop,
  Phone,
  QrCode,
  Search,
  Share2,
  Smartphone,
  Store,
} from "lucide-react";
import { brandIcons } from "../../../ui/brand-icon";
import { glyph } from "../../../ui/glyph";
import type { IconType } from "../../../ui/icon-well";

const google = glyph(["path", { d: "M20 12h-8m7.4-4.5A8.2 8.2 0 1 0 20.2 12" }]);

const byKey: Record<string, IconType> = {
  instagram: brandIcons.instagram,
  whatsapp: brandIcons.whatsapp,
  facebook: brandIcons.facebook,
  youtube: brandIcons.youtube,
  linkedin: brandIcons.linkedin,
  telegram: brandIcons.telegram,
  x: brandIcons.twitter,
  google,
  search: Search,
  ai: Bot,
  email: Mail,
  sms: MessageSquareText,
  indiamart: Store,
  justdial: Store,
  walkin: Footprints,
  phone: Phone,
  call: Phone,
  maps: MapPin,
  store: Smartphone,
  apk: Smartphone,
  contact: Contact,
  share: Share2,
  direct: Link2,
};

const byKind: Record<string, IconType> = {
  code: QrCode,
  link: Link2,
  site: Globe,
  named: Megaphone,
  page: PanelTop,
};

/** The icon of a channel or outgoing link: instagram, code:shop, social:youtube, link:https://… */
export function iconOf(key: string): IconType {
  const [kind = "", name = ""] = key.split(":", 2);
  return byKey[kind === "social" ? name : kind] ?? byKind[kind] ?? Globe;
}

export const pageIcon: IconType = PanelTop;
export const languageIcon: IconType = Languages;
export const campaignIcon: IconType = Megaphone;
