import type { LeadCard } from "../../../api/inbox";
import type { Translate } from "../../../i18n/words";

/** The title of a message: the person, the company, or the kind of message. */
export const whoOf = (t: Translate, { name, company, kind }: Pick<LeadCard, "name" | "company" | "kind">) =>
  name || company || t(`inbox.kind.${kind}`);
