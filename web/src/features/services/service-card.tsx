import { Check } from "lucide-react";
import type { MouseEventHandler } from "react";
import type { Service } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/button";
import { Card, CardTitle, stretched } from "../../ui/card";
import type { IconType } from "../../ui/icon-well";
import { PriceLine, ServiceMark } from "./service-mark";

type Props = {
  service: Service;
  level: 2 | 3;
  form?: string | undefined;
  onQuote: MouseEventHandler<HTMLButtonElement>;
  iconOf?: ((name: string) => IconType) | undefined;
};

/** A service with a button that requests a quote for it. */
export function ServiceCard({ service, level, form, onQuote, iconOf }: Props) {
  const t = useT();
  const { title, price, unit, description, features } = service;
  const heading = <CardTitle level={level}>{title}</CardTitle>;
  return (
    <Card className="md:row-span-4 md:grid md:grid-rows-subgrid">
      <div className="flex items-center gap-3">
        <ServiceMark service={service} iconOf={iconOf} />
        {price || unit ? (
          <div className="min-w-0">
            {heading}
            <PriceLine service={service} />
          </div>
        ) : (
          heading
        )}
      </div>
      <p className="text-muted">{description}</p>
      <Features of={features} />
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
  );
}

export function Features({ of }: { of: readonly string[] }) {
  return (
    <ul className="mb-auto grid gap-2">
      {of.map((feature) => (
        <li key={feature} className="flex gap-2">
          <span className="mt-1 shrink-0 text-gold-ink">
            <Check size={18} />
          </span>
          {feature}
        </li>
      ))}
    </ul>
  );
}
