import { Download, MessageSquare, ShoppingBag } from "lucide-react";
import { useT } from "../../i18n/language";
import { ButtonLink } from "../../ui/button";
import { PathGlyph } from "../../ui/glyph";
import type { IconType } from "../../ui/icon-well";

const icons = { shop: ShoppingBag, download: Download, feedback: MessageSquare } satisfies Record<string, IconType>;

export type Action = keyof typeof icons;

type Props = {
  actions: readonly {
    action: Action;
    href: string;
    title?: string | undefined;
    glyph?: string | undefined;
    edit?: string | undefined;
  }[];
};

export function ActionButtons({ actions }: Props) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto">
      {actions.map(({ action, href, title, glyph, edit }) => {
        const Icon = icons[action];
        const outbound = action !== "download";
        return (
          <ButtonLink
            key={action}
            tone={action === "shop" ? "gold" : "plain"}
            href={href}
            outbound={outbound}
            data-edit={edit}
          >
            {glyph ? <PathGlyph d={glyph} size={20} /> : <Icon size={20} />}
            {title || t(`home.${action}`)}
          </ButtonLink>
        );
      })}
    </div>
  );
}
