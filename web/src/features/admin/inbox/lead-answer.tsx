import { Mail, Phone } from "lucide-react";
import { useState } from "react";
import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { langs } from "../../../lib/lang";
import { brandIcons } from "../../../ui/brand-icon";
import { ButtonLink } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { fieldLook, TextArea } from "../../../ui/text-input";
import { Segmented } from "../ui/segmented";

const Chat = brandIcons.whatsapp;
const query = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

type Props = { lead: LeadWhole; onAnswer: () => void };

/** One press to the visitor, with words to begin with in the language they wrote from. */
export function LeadAnswer({ lead, onAnswer }: Props) {
  const t = useT();
  const [lang, setLang] = useState(lead.language);
  const proposed = lead.answers[lang];
  const [own, setOwn] = useState<{ lang: string; text: string } | null>(null);
  const text = own?.lang === lang ? own.text : (proposed?.chat ?? "");
  if (!proposed) return null;
  const { callUrl, chatUrl, mailUrl } = lead;
  return (
    <section aria-labelledby="answer" className="grid grid-cols-1 gap-3">
      <h3 id="answer" className="eyebrow">
        {t("inbox.answer")}
      </h3>
      <Segmented
        name="answer-language"
        label={t("inbox.answer.language")}
        value={lang}
        options={langs.map((code) => ({ value: code, lang: code, content: t(`language.${code}`) }))}
        onChange={setLang}
      />
      {chatUrl && (
        <Field label={t("inbox.answer.text")}>
          {(control) => (
            <TextArea
              {...control}
              lang={lang}
              rows={6}
              value={text}
              onChange={(event) => setOwn({ lang, text: event.target.value })}
              className={`${fieldLook} field-sizing-content`}
            />
          )}
        </Field>
      )}
      {callUrl && (
        <p lang={lang} className="text-sm wrap-anywhere text-muted">
          {t("inbox.answer.call", { text: proposed.call })}
        </p>
      )}
      <div className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-5 flex flex-wrap gap-2 border-t border-line bg-white px-5 py-2 *:flex-1 *:px-2 lg:static lg:border-0 lg:bg-transparent lg:p-0">
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
          <ButtonLink
            href={`${mailUrl}?${query({ subject: proposed.subject, body: proposed.mail })}`}
            onClick={onAnswer}
          >
            <Mail size={20} />
            {t("inbox.answer.mail")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
