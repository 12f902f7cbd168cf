import type { LeadCard } from "../../../api/inbox";
import type { Translate } from "../../../i18n/words";

/** The specification's column has these words in English, whoever reads them. */
const stored = "Portfolio request from ";

/** A message, or the beginning of one, as the owner reads it: what the program wrote itself is in their language. */
export const messageText = (t: Translate, { kind, company }: LeadCard, message: string) =>
  kind === "portfolio_request" && message.startsWith(stored) ? t("inbox.portfolio", { company }) : message;
