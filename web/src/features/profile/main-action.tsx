import { FileText, Phone, ShoppingBag } from "lucide-react";
import type { ComponentType } from "react";
import type { Home } from "../../api/types";
import { useT } from "../../i18n/language";
import type { TranslationKey } from "../../i18n/words";
import { BrandIcon } from "../../ui/brand-icon";
import { ButtonLink } from "../../ui/button";

type Action = NonNullable<Home["mainAction"]>;
type Look = { icon: ComponentType<{ size: number }>; label: TranslationKey; outbound: boolean };

const Chat = ({ size }: { size: number }) => <BrandIcon platform="whatsapp" size={size} />;

const actions: Record<Action["kind"], Look> = {
  whatsapp: { icon: Chat, label: "home.social.whatsapp", outbound: true },
  call: { icon: Phone, label: "home.contact.phone", outbound: false },
  shop: { icon: ShoppingBag, label: "home.shop", outbound: true },
  quote: { icon: FileText, label: "home.quote", outbound: false },
};

/** The main button, if the owner chose another action than sharing the profile. */
export function MainAction({ kind, href }: Action) {
  const t = useT();
  const { icon: Icon, label, outbound } = actions[kind];
  return (
    <ButtonLink tone="gold" href={href} outbound={outbound}>
      <Icon size={20} />
      {t(label)}
    </ButtonLink>
  );
}
