import type { LeadCard } from "../../../api/inbox";
import type { Translate } from "../../../i18n/words";

/** The stored English text of a portfolio request, as the specification requires. */
const stored = "Portfolio request from ";

/** A message or its excerpt for the owner; generated text is translated into their language. */
export const messageText = (t: Translate, { kind, company, name }: LeadCard, message: string) =>
  kind === "portfolio_request" && message.startsWith(stored)
    ? t("inbox.portfolio", { company: company || name })
    : message;
