import type { MouseEventHandler } from "react";
import type { Service } from "../../api/types";
import { cardGrid } from "../../ui/card";
import type { IconType } from "../../ui/icon-well";
import { groupsOf } from "./groups";
import { ServiceCard } from "./service-card";
import { ServiceRows } from "./service-rows";

type Props = {
  services: readonly Service[];
  /** Rows that lead to the services' pages; otherwise cards. */
  rows?: boolean | undefined;
  /** The id of the form that the buttons submit without script. */
  form?: string;
  onQuote: MouseEventHandler<HTMLButtonElement>;
  iconOf?: (name: string) => IconType;
};

/** The services, under the headings of their groups if they have any. */
export function ServiceList({ services, rows, ...card }: Props) {
  const groups = groupsOf(services);
  const named = groups.filter(({ name }) => name);
  const drawn = (services: readonly Service[], level: 2 | 3) =>
    rows ? (
      <ServiceRows services={services} level={level} form={card.form} />
    ) : (
      <div className={cardGrid}>
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} level={level} {...card} />
        ))}
      </div>
    );
  if (named.length === 0) return drawn(services, 2);
  return (
    <div className="grid grid-cols-1 gap-8">
      {named.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {named.map(({ name }, index) => (
            <li key={name}>
              <a
                href={`#${idOf(index)}`}
                className="flex min-h-11 items-center rounded-full border border-line bg-card px-4 font-semibold wrap-anywhere shadow-card hover:bg-ivory"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {groups.filter(({ name }) => !name).map(({ services }) => drawn(services, 2))}
      {named.map(({ name, services }, index) => (
        <section key={name} aria-labelledby={idOf(index)} className="grid grid-cols-1 gap-4">
          <h2 id={idOf(index)} className="scroll-mt-4 text-xl font-bold wrap-anywhere indic:leading-normal">
            {name}
          </h2>
          {drawn(services, 3)}
        </section>
      ))}
    </div>
  );
}

const idOf = (index: number) => `group-${index + 1}`;
