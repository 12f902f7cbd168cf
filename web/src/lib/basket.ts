import { useSyncExternalStore } from "react";
import { keep, kept } from "./kept";

/** What the basket needs to know about a service. */
export type Priced = {
  id: string;
  title: string;
  price?: string | undefined;
  unit?: string | undefined;
  /** The stored price. Without it a service cannot be put into the basket. */
  cost?: string | undefined;
  /** The state of the service that the visitor saw. */
  revision?: number | undefined;
};

export type BasketLine = Priced & { quantity: number };

/** The server's limits. */
const mostLines = 50;
export const mostOfOne = 99;

const name = "basket";
const listeners = new Set<() => void>();
const nothing: readonly BasketLine[] = [];
let lines: readonly BasketLine[] | undefined;

function read(): readonly BasketLine[] {
  if (!lines) {
    const before = kept(name);
    lines = Array.isArray(before) ? (before as BasketLine[]) : nothing;
  }
  return lines;
}

function change(next: readonly BasketLine[]) {
  lines = next;
  keep(name, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The basket of this tab. It survives a reload and other pages; the server renders it empty. */
export const useBasket = () => useSyncExternalStore(subscribe, read, () => nothing);

/** Changes how many of a service are in the basket. Returns false if there is no room for another service. */
export function addToBasket({ id, title, price, unit, cost, revision }: Priced, more: number): boolean {
  const before = read();
  const line = { id, title, price, unit, cost, revision };
  const quantity = (before.find((old) => old.id === id)?.quantity ?? 0) + more;
  if (quantity > mostOfOne) return true;
  if (quantity < 1) change(before.filter((old) => old.id !== id));
  else if (quantity > more) change(before.map((old) => (old.id === id ? { ...line, quantity } : old)));
  else if (before.length < mostLines) change([...before, { ...line, quantity }]);
  else return false;
  return true;
}

/** Shows in the basket what the page shows. Of a whole list, services that are gone leave the basket. */
export function refreshBasket(services: readonly Priced[], whole: boolean): void {
  const before = read();
  const next = before.flatMap((line) => {
    const now = services.find(({ id, cost }) => id === line.id && cost);
    if (!now) return whole ? [] : [line];
    const { id, title, price, unit, cost, revision } = now;
    const same = title === line.title && unit === line.unit && revision === line.revision;
    return [same ? line : { id, title, price, unit, cost, revision, quantity: line.quantity }];
  });
  if (next.length < before.length || next.some((line, index) => line !== before[index])) change(next);
}

export const takeFromBasket = (ids: readonly string[]) => change(read().filter(({ id }) => !ids.includes(id)));
