import { ChevronRight } from "lucide-react";
import type { Service } from "../../api/types";
import { cx } from "../../lib/cx";
import { cardLook, stretched } from "../../ui/card";
import { Quantity } from "./quantity";
import { PriceLine, ServiceMark } from "./service-mark";

type Props = { services: readonly Service[]; level: 2 | 3; form: string | undefined };

/** Services as rows of a price list. Each leads to the service's page; one with a price can be chosen. */
export function ServiceRows({ services, level, form }: Props) {
  const Heading = `h${level}` as const;
  const hasPictures = services.some(({ image }) => image);
  return (
    <div className={cx(cardLook, "gap-0! divide-y divide-line p-0!")}>
      {services.map((service) => (
        <article key={service.id} className="relative flex min-h-18 items-center gap-3 p-4 hover:bg-ivory">
          <span className={cx("grid shrink-0 justify-items-center", hasPictures && "w-18")}>
            <ServiceMark service={service} />
          </span>
          <div className="min-w-0 flex-1">
            <Heading className="text-lg leading-snug font-bold indic:leading-normal">
              <a href={service.href} className={stretched}>
                {service.title}
              </a>
            </Heading>
            {service.cost ? (
              // The title keeps the whole width, so that the row keeps its height when it is chosen.
              <div className="flex items-center justify-between gap-3">
                <p className="min-w-0">
                  {service.unit && <span className="block text-sm text-muted">{service.unit}</span>}
                  <span className="font-semibold">{service.price}</span>
                </p>
                <Quantity service={service} form={form} />
              </div>
            ) : (
              <>
                <PriceLine service={service} />
                {!service.unit && <p className="line-clamp-2 text-muted">{service.description}</p>}
              </>
            )}
          </div>
          {!service.cost && <ChevronRight size={20} className="shrink-0 text-faint" />}
        </article>
      ))}
    </div>
  );
}
