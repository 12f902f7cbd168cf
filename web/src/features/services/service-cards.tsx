import { Check } from "lucide-react";
import type { MouseEventHandler } from "react";
import type { Service } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/button";
import { Card, CardTitle, cardGrid, stretched } from "../../ui/card";
import { IconWell } from "../../ui/icon-well";
import { namedIcon } from "../../ui/named-icon";

type Props = {
  services: readonly Service[];
  /** The id of the form that the buttons submit without script. */
  form?: string;
  onQuote: MouseEventHandler<HTMLButtonElement>;
};

export function ServiceCards({ services, form, onQuote }: Props) {
  const t = useT();
  return (
    <div className={cardGrid}>
      {services.map(({ id, icon, title, description, features }) => (
        <Card key={id} className="md:row-span-4 md:grid md:grid-rows-subgrid">
          <div className="flex items-center gap-3">
            <IconWell icon={namedIcon(icon)} />
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
