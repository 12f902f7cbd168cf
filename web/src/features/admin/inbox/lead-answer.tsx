import type { LeadWhole } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { langs } from "../../../lib/lang";
import { Field } from "../../../ui/field";
import { fieldLook, TextArea } from "../../../ui/text-input";
import { Fold } from "../frame/fold";
import { Segmented } from "../ui/segmented";
import type { useAnswer } from "./use-answer";

type Props = { lead: LeadWhole; answer: ReturnType<typeof useAnswer> };

/** A suggested reply in the visitor's language. */
export function LeadAnswer({ lead, answer }: Props) {
  const t = useT();
  const { lang, setLang, call, text, write } = answer;
  return (
    <Fold
      inside
      name={`answer ${lead.id}`}
      title={<h3 className="shrink-0">{t("inbox.answer")}</h3>}
      hint={`“${text}”`}
    >
      <Segmented
        name="answer-language"
        label={t("inbox.answer.language")}
        value={lang}
        options={langs.map((code) => ({ value: code, lang: code, content: t(`language.${code}`) }))}
        onChange={setLang}
      />
      {lead.chatUrl && (
        <Field label={t("inbox.answer.text")}>
          {(control) => (
            <TextArea
              {...control}
              lang={lang}
              rows={6}
              value={text}
              onChange={(event) => write(event.target.value)}
              className={`${fieldLook} field-sizing-content`}
            />
          )}
        </Field>
      )}
      {lead.callUrl && (
        <p lang={lang} className="text-sm wrap-anywhere text-muted">
          {t("inbox.answer.call", { text: call })}
        </p>
      )}
    </Fold>
  );
}
