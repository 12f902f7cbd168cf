import type { LeadCard } from "../../../api/inbox";
import type { Translate } from "../../../i18n/words";

/** What a message is called: after the person, or after what it is when nobody gave a name. */
export const whoOf = (t: Translate, { name, company, kind }: Pick<LeadCard, "name" | "company" | "kind">) =>
  name || company || t(`inbox.kind.${kind}`);
