import type { Service } from "../../api/types";

export type Group = { name: string; services: Service[] };

/** The services by group, in the order of the list. Those without a group come first. */
export function groupsOf(services: readonly Service[]): Group[] {
  const nameOf = ({ group = "" }: Service) => group;
  const names = new Set(["", ...services.map(nameOf)]);
  return [...names]
    .map((name) => ({ name, services: services.filter((service) => nameOf(service) === name) }))
    .filter(({ services }) => services.length > 0);
}
