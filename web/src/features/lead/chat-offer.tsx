import { dismissToast } from "../../lib/toast";
import { ButtonLink } from "../../ui/button";

/** Whoever has just written may go on in the chat at once; the offer waits for an answer. */
export const chatOffer = (label: string, href: string) => ({
  stays: true,
  action: (id: number) => (
    <ButtonLink href={href} outbound onClick={() => dismissToast(id)} className="order-1 mr-2.5 mb-2.5 basis-full">
      {label}
    </ButtonLink>
  ),
});
