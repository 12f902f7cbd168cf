import { Check } from "lucide-react";
import type { MouseEventHandler } from "react";
import type { Service } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { Button } from "../../ui/button";
import { Card, CardTitle, cardGrid, stretched } from "../../ui/card";
import { PathGlyph } from "../../ui/glyph";
import { type IconType, IconWell, Well } from "../../ui/icon-well";
import { type Group, groupsOf } from "./groups";

type Props = {
  services: readonly Service[];
  /** The id of the form that the buttons submit without script. */
  form?: string;
  onQuote: MouseEventHandler<HTMLButtonElement>;
  /** The icon with a name. A public page has only their paths. */
  iconOf?: (name: string) => IconType;
};

/** The services, under the headings of their groups if they have any. */
export function ServiceCards({ services, ...card }: Props) {
  const groups = groupsOf(services);
  const named = groups.filter(({ name }) => name);
  const cardsOf = ({ name, services }: Group) => (
    <div key={name} className={cardGrid}>
      {services.map((service) => (
        <ServiceCard key={service.id} service={service} level={name ? 3 : 2} {...card} />
      ))}
    </div>
  );
  if (named.length === 0) return groups.map(cardsOf);
  return (
    <div className="grid grid-cols-1 gap-8">
      {named.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {named.map(({ name }, index) => (
            <li key={name}>
              <a
                href={`#${idOf(index)}`}
                className="flex min-h-11 items-center rounded-full border border-line bg-card px-4 font-semibold wrap-anywhere shadow-card hover:border-gold"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {groups.filter(({ name }) => !name).map(cardsOf)}
      {named.map((group, index) => (
        <section key={group.name} aria-labelledby={idOf(index)} className="grid grid-cols-1 gap-4">
          <h2 id={idOf(index)} className="scroll-mt-4 text-2xl font-bold wrap-anywhere indic:leading-normal">
            {group.name}
          </h2>
          {cardsOf(group)}
        </section>
      ))}
    </div>
  );
}

const idOf = (index: number) => `group-${index + 1}`;

type CardProps = Omit<Props, "services"> & { service: Service; level: 2 | 3 };

function ServiceCard({ service, level, form, onQuote, iconOf }: CardProps) {
  const t = useT();
  const { icon, glyph, image, imageSet, title, price, unit, description, features } = service;
  return (
    <Card className="md:row-span-4 md:grid md:grid-rows-subgrid">
      <div className="flex items-center gap-3">
        {image ? (
          <img
            src={image}
            srcSet={imageSet}
            sizes={imageSet && "4.5rem"}
            alt=""
            width="72"
            height="72"
            loading="lazy"
            className="size-18 shrink-0 rounded-well border border-line object-cover"
          />
        ) : iconOf ? (
          <IconWell icon={iconOf(icon)} />
        ) : (
          <Well>
            <PathGlyph d={glyph} size={20} />
          </Well>
        )}
        {price || unit ? (
          <div className="min-w-0">
            <CardTitle level={level}>{title}</CardTitle>
            <p className="text-muted">
              {price && <span className="font-semibold text-ink">{price}</span>}
              {price && unit && " · "}
              {unit}
            </p>
          </div>
        ) : (
          <CardTitle level={level}>{title}</CardTitle>
        )}
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
  );
}
