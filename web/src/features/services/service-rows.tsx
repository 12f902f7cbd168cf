import { ChevronRight } from "lucide-react";
import type { Service } from "../../api/types";
import { cx } from "../../lib/cx";
import { cardLook, stretched } from "../../ui/card";
import { PriceLine, ServiceMark } from "./service-mark";

/** Services as rows of a price list. Each leads to the service's page. */
export function ServiceRows({ services, level }: { services: readonly Service[]; level: 2 | 3 }) {
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
            <PriceLine service={service} />
            {!service.price && !service.unit && <p className="line-clamp-2 text-muted">{service.description}</p>}
          </div>
          <ChevronRight size={20} className="shrink-0 text-faint" />
        </article>
      ))}
    </div>
  );
}
