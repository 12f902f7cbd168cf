import { Check } from "lucide-react";
import type { MouseEventHandler } from "react";
import type { Service } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/button";
import { Card, CardTitle, cardGrid, stretched } from "../../ui/card";
import { PathGlyph } from "../../ui/glyph";
import { type IconType, IconWell, Well } from "../../ui/icon-well";

type Props = {
  services: readonly Service[];
  /** The id of the form that the buttons submit without script. */
  form?: string;
  onQuote: MouseEventHandler<HTMLButtonElement>;
  /** The icon with a name. A public page has only their paths. */
  iconOf?: (name: string) => IconType;
};

export function ServiceCards({ services, form, onQuote, iconOf }: Props) {
  const t = useT();
  return (
    <div className={cardGrid}>
      {services.map(({ id, icon, glyph, title, description, features }) => (
        <Card key={id} className="md:row-span-4 md:grid md:grid-rows-subgrid">
          <div className="flex items-center gap-3">
            {iconOf ? (
              <IconWell icon={iconOf(icon)} />
            ) : (
              <Well>
                <PathGlyph d={glyph} size={20} />
              </Well>
            )}
            <CardTitle>{title}</CardTitle>
          </div>
          <p className="text-muted">{description}</p>
          <ul className="mb-auto grid gap-2">
            {features.map((feature) => (
              <li key={feature} className="flex gap-2">
                <span className="mt-1 shrink-0 text-gold-ink">
                  <Check size={18} />
                </span>
                {feature}
              </li>
            ))}
          </ul>
          <Button
            type="submit"
            form={form}
            name="service"
            value={title}
            aria-haspopup="dialog"
            onClick={onQuote}
            className={cx(stretched, "mt-2")}
          >
            {t("services.quote")}
            <span className="sr-only">{title}</span>
          </Button>
        </Card>
      ))}
    </div>
  );
}
