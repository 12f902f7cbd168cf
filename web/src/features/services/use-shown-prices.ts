import { useEffect } from "react";
import type { Service } from "../../api/types";
import { refreshBasket } from "../../lib/basket";

/** Keeps the basket in step with the prices that the page shows. Returns whether there are any to choose from. */
export function useShownPrices(services: readonly Service[], whole: boolean): boolean {
  const hasPrices = services.some(({ cost }) => cost);
  useEffect(() => {
    if (hasPrices) refreshBasket(services, whole);
  }, [services, whole, hasPrices]);
  return hasPrices;
}
