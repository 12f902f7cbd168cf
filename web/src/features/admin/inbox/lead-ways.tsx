import { Mail, Phone } from "lucide-react";
import { useRef } from "react";
import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { brandIcons } from "../../../ui/brand-icon";
import { ButtonLink } from "../../../ui/button";
import { thumbBar, useThumbBar } from "../ui/thumb-bar";
import type { useAnswer } from "./use-answer";

const Chat = brandIcons.whatsapp;
const query = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

type Props = { lead: LeadWhole; answer: ReturnType<typeof useAnswer>; onAnswer: () => void };

/** One-tap ways to contact the visitor; on a phone at thumb height, however far the message is scrolled. */
export function LeadWays({ lead, answer, onAnswer }: Props) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useThumbBar(bar);
  const { text, subject, mail } = answer;
  const { callUrl, chatUrl, mailUrl } = lead;
  return (
    <div
      ref={bar}
      className={cx(
        thumbBar,
        "gap-2 *:min-h-[48px] *:px-2 *:py-1 lg:static lg:bg-transparent lg:p-0 lg:*:flex-none lg:*:px-5",
      )}
    >
      {chatUrl && (
        <ButtonLink
          outbound
          href={`${chatUrl}?${query({ text })}`}
          onClick={onAnswer}
          className="border-chat! bg-chat! text-white hover:bg-chat/90!"
        >
          <Chat size={20} />
          {t("inbox.answer.whatsapp")}
        </ButtonLink>
      )}
      {callUrl && (
        <ButtonLink href={callUrl} onClick={onAnswer}>
          <Phone size={20} />
          {t("inbox.answer.phone")}
        </ButtonLink>
      )}
      {mailUrl && (
        <ButtonLink href={`${mailUrl}?${query({ subject, body: mail })}`} onClick={onAnswer}>
          <Mail size={20} />
          {t("inbox.answer.mail")}
        </ButtonLink>
      )}
    </div>
  );
}
