import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, errorCode } from "../../../api/errors";
import { sendFeedback } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { randomKey } from "../../../lib/random-key";
import { toast } from "../../../lib/toast";
import { Field } from "../../../ui/field";
import { Notice } from "../../../ui/notice";
import { TextArea } from "../../../ui/text-input";
import { LeaveGuard } from "../form/leave-guard";
import { SaveBar } from "../form/save-bar";
import { useBackOnline } from "../form/use-back-online";
import { useSoon } from "../form/use-soon";
import { useReturn } from "../frame/places";
import { useAuth } from "../sign-in/auth";
import { issueText } from "../values/issue-text";
import { type Refusal, type Rule, validate } from "../values/validate";

const keptName = "send-feedback";
const rule: Rule = { kind: "multiline", min: 10, max: 4000, required: true };
const backMs = 1500;

function keptMessage(): string {
  const message = kept(keptName);
  return typeof message === "string" ? message : "";
}

/** Sends feedback to the operators of the site. */
export function SendFeedback() {
  const { lang, t } = useLanguage();
  const { keepSession } = useAuth();
  const input = useRef<HTMLTextAreaElement>(null);
  const [message, setMessage] = useState(keptMessage);
  const [issue, setIssue] = useState<Refusal>();
  const goBack = useSoon(useReturn(), backMs);
  // A failed attempt may have been stored: reuse the key for the same text, and a new key for another text.
  const attempt = useRef({ key: "", message: "" });

  const type = (text: string) => {
    goBack.cancel();
    setMessage(text);
    setIssue(undefined);
    if (text) keep(keptName, text);
    else drop(keptName);
  };

  const send = useMutation({
    mutationFn: (message: string) => {
      if (attempt.current.message !== message) attempt.current = { key: randomKey(), message };
      return keepSession(() => sendFeedback(attempt.current.key, { message, language: lang }));
    },
    onSuccess: () => {
      type("");
      toast({ title: t("toast.success"), description: t("screen.send-feedback.success") });
      goBack.start();
    },
    onError: (error) => {
      toast({ title: t("toast.error"), description: t("screen.send-feedback.failure"), tone: "destructive" });
      setIssue(error instanceof ApiError ? error.issues[0] : undefined);
    },
  });

  useBackOnline(send);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const verdict = validate(rule, message);
    setIssue(verdict.issue);
    if (verdict.issue) input.current?.focus();
    else send.mutate(message);
  };

  const label = t("field.feedback.label");
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <LeaveGuard unsaved={message !== ""} />
      <Field
        label={label}
        hint={t("field.feedback.hint", { min: rule.min })}
        error={issue && issueText(t, label, "feedback", issue)}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={input}
            rows={8}
            required
            value={message}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      {send.error && !issue && (
        <Notice>
          <p>{t.first([`error.${errorCode(send.error)}`, "error.internal"])}</p>
        </Notice>
      )}
      <SaveBar
        busy={send.isPending}
        label={t("screen.send-feedback.send")}
        busyLabel={t("screen.send-feedback.sending")}
      />
    </form>
  );
}
