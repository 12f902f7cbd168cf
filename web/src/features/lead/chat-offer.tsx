import { dismissToast } from "../../lib/toast";
import { ButtonLink } from "../../ui/button";

/** Offers to continue in the chat after a message was sent. The toast stays until the visitor dismisses it. */
export const chatOffer = (label: string, href: string) => ({
  stays: true,
  action: (id: number) => (
    <ButtonLink href={href} outbound onClick={() => dismissToast(id)} className="order-1 mr-2.5 mb-2.5 basis-full">
      {label}
    </ButtonLink>
  ),
});
