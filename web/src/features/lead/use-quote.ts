import { type MouseEvent, useState } from "react";
import { useLazyDialog } from "../../lib/use-lazy-dialog";
import { usePreload } from "../../lib/use-preload";
import type { QuoteDialog } from "./quote-dialog";

/** No service: a quote that was not requested for one. */
const anyService = "";

/** The id of the form that the buttons submit without script. */
export const quoteForm = "quote";

/** The dialog that requests a quote, for the service that a button names. The page loads it: its scripts are preloaded. */
export function useQuote(load: () => Promise<typeof QuoteDialog>) {
  const [chosen, setChosen] = useState(anyService);
  const { Dialog, open, close } = useLazyDialog(load);
  usePreload(load);
  const ask = (service = anyService) => {
    setChosen(service);
    open();
  };
  const askOn = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    ask(event.currentTarget.value);
  };
  return { Dialog, chosen, ask, askOn, close };
}
