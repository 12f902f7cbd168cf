import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { erasePerson, type Person, personQuery, withoutSingle } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { Pending } from "../frame/pending";
import { issueText } from "../values/issue-text";
import { momentText } from "../values/moment";
import { numberText } from "../values/number-text";
import { useLeadChange } from "./use-lead-change";

type Props = { phone?: string; email?: string; onErased?: () => void; onClose: () => void };

const nobody = ({ phone, email }: Person) => !phone.trim() && !email.trim();

/** Shows the affected people and the number of their messages before anything is erased. */
export function EraseDialog({ phone = "", email = "", onErased, onClose }: Props) {
  const { t } = useLanguage();
  const [person, setPerson] = useState<Person>({ phone, email });
  const [asked, setAsked] = useState<Person | null>(nobody(person) ? null : person);
  const [missing, setMissing] = useState(false);
  const found = useQuery({ ...personQuery(asked ?? person), enabled: asked !== null });
  const issues = asked && found.error instanceof ApiError ? found.error.issues : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(nobody(person));
    if (!nobody(person)) setAsked(person);
  };
  const type = (changes: Partial<Person>) => {
    setPerson({ ...person, ...changes });
    setAsked(null);
  };
  const input = (name: "phone" | "email", type: "tel" | "email", onType: (value: string) => void) => {
    const issue = issues.find(({ field }) => field === name);
    const label = t(`inbox.${name}`);
    return (
      <Field label={label} error={issue && issueText(t, label, name, issue)}>
        {(control) => (
          <TextInput
            {...control}
            type={type}
            autoComplete="off"
            value={person[name]}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
    );
  };
  return (
    <Dialog title={t("inbox.erase")} closeLabel={t("common.close")} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-muted">{t("inbox.erase.text")}</p>
        <form noValidate onSubmit={submit} className="grid gap-4">
          {input("phone", "tel", (phone) => type({ phone }))}
          {input("email", "email", (email) => type({ email }))}
          {missing && (
            <p role="alert" className="text-sm font-semibold text-danger">
              {t("inbox.erase.either")}
            </p>
          )}
          {(!asked || issues.length > 0) && <Button type="submit">{t("inbox.erase.find")}</Button>}
        </form>
        {asked && issues.length === 0 && <Found person={asked} onErased={onErased} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

type FoundProps = { person: Person; onErased: (() => void) | undefined; onClose: () => void };

function Found({ person, onErased, onClose }: FoundProps) {
  const { lang, t } = useLanguage();
  const query = useQuery(personQuery(person));
  const erase = useLeadChange(erasePerson, {
    reads: withoutSingle,
    refused: "inbox.erase",
    onDone: ({ erased }) => {
      toast({ title: t("inbox.erased", { count: numberText(lang, erased) }) });
      onClose();
      onErased?.();
    },
  });
  if (!query.data) return <Pending query={query} />;
  const { messages, people } = query.data;
  if (messages === 0)
    return (
      <p role="status" data-found="">
        {t("inbox.erased.none")}
      </p>
    );
  const counted = (n: number) => (n === 1 ? t("inbox.count.one") : t("inbox.count.many", { n: numberText(lang, n) }));
  const others = people.reduce((left, one) => left - one.messages, messages);
  return (
    <div role="status" data-found="" className="grid gap-4">
      <div className="rounded-well border border-danger/40 bg-danger-soft p-3">
        <p className="font-semibold">{t("inbox.erase.found")}</p>
        <ul className="mt-2 grid gap-2 wrap-anywhere">
          {people.map(({ name, phone, email, messages, lastAt }) => (
            <li key={[name, phone, email].join("\n")}>
              <span className="font-semibold">{name || email || phone}</span> · {counted(messages)}
              <span className="block text-sm">{[phone, email].filter(Boolean).join(" · ")}</span>
              <span className="block text-sm">{t("inbox.erase.last", { moment: momentText(t, lang, lastAt) })}</span>
            </li>
          ))}
          {others > 0 && <li>{t("inbox.erase.others", { n: numberText(lang, others) })}</li>}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button onClick={onClose}>{t("inbox.keep")}</Button>
        <Button
          tone="danger"
          disabled={erase.isPending}
          onClick={() => erase.mutate({ ...person, messages })}
          className="basis-48"
        >
          {messages === 1
            ? t("inbox.erase.confirm.one")
            : t("inbox.erase.confirm.many", { n: numberText(lang, messages) })}
        </Button>
      </div>
    </div>
  );
}
