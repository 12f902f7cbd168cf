import { type FormEvent, useState } from "react";
import { ApiError, errorCode } from "../../api/errors";
import { type Lead, sendLead } from "../../api/leads";
import type { Issue } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { draftOf, dropDraft, keepTyped, renewKey, typedText } from "./draft";
import type { FormField, LeadField } from "./inputs";
import { issuesOf } from "./issues";

type Options = {
  kind: Lead["kind"];
  fields: readonly FormField[];
  onSent: (reference: string) => void;
  onFailed: () => void;
};

const keyHeader = "Idempotency-Key";

/** An attempt nobody heard back from may have arrived; what was changed since is another message, under a key of its own. */
async function send(lead: Lead) {
  try {
    return await sendLead(draftOf(lead.kind).key, lead);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.issues.some(({ field }) => field === keyHeader)) throw error;
    renewKey(lead.kind);
    return sendLead(draftOf(lead.kind).key, lead);
  }
}

export function useLead({ kind, fields, onSent, onFailed }: Options) {
  const { lang } = useLanguage();
  const [before] = useState(() => draftOf(kind).typed);
  const [busy, setBusy] = useState(false);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failure, setFailure] = useState<{ code: string } | null>(null);

  const keep = (event: FormEvent<HTMLFormElement>) => keepTyped(kind, new FormData(event.currentTarget));

  const refuse = (form: HTMLFormElement, issues: readonly Issue[]) => {
    setIssues(issues);
    const first = form.elements.namedItem(issues[0]?.field ?? "");
    if (first instanceof HTMLElement) first.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = issuesOf(form, fields);
    refuse(form, found);
    setFailure(null);
    if (found.length > 0) return;

    const typed = new FormData(form);
    const text = (name: LeadField) => typedText(typed, name);
    setBusy(true);
    try {
      const { reference } = await send({
        kind,
        name: text("name"),
        email: text("email"),
        phone: text("phone"),
        company: text("company"),
        message: text("message"),
        services: typed.getAll("services").map(String),
        language: lang,
        page: location.pathname,
      });
      dropDraft(kind);
      onSent(reference);
    } catch (error) {
      const refused = error instanceof ApiError ? error.issues : [];
      if (refused.length > 0) return refuse(form, refused);
      setFailure({ code: errorCode(error) });
      onFailed();
    } finally {
      setBusy(false);
    }
  };

  return { before, busy, issues, failure, keep, submit };
}
