import { type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { erasePerson, withoutSingle } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { issueText } from "../values/issue-text";
import { numberText } from "../values/number-text";
import { useLeadChange } from "./use-lead-change";

type Props = { phone?: string; email?: string; onErased?: () => void; onClose: () => void };

export function EraseDialog({ phone = "", email = "", onErased, onClose }: Props) {
  const { lang, t } = useLanguage();
  const [person, setPerson] = useState({ phone, email });
  const [missing, setMissing] = useState(false);
  const erase = useLeadChange(erasePerson, {
    reads: withoutSingle,
    onDone: ({ erased }) => {
      toast({ title: erased > 0 ? t("inbox.erased", { count: numberText(lang, erased) }) : t("inbox.erased.none") });
      onClose();
      onErased?.();
    },
  });
  const issues = erase.error instanceof ApiError ? erase.error.issues : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const nothing = !person.phone.trim() && !person.email.trim();
    setMissing(nothing);
    if (!nothing) erase.mutate(person);
  };
  const input = (name: "phone" | "email", type: "tel" | "email") => {
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
            onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
          />
        )}
      </Field>
    );
  };
  return (
    <Dialog title={t("inbox.erase")} closeLabel={t("common.close")} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-muted">{t("inbox.erase.text")}</p>
        {input("phone", "tel")}
        {input("email", "email")}
        {missing && (
          <p role="alert" className="text-sm font-semibold text-danger">
            {t("inbox.erase.either")}
          </p>
        )}
        <div className="flex gap-3 *:flex-1">
          <Button onClick={onClose}>{t("inbox.keep")}</Button>
          <Button tone="danger" type="submit" disabled={erase.isPending}>
            {t("inbox.erase.confirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
