import { type FormEvent, useEffect, useState } from "react";
import { ApiError, errorCode } from "../../api/errors";
import { type Lead, type LeadReceipt, sendLead } from "../../api/leads";
import type { Issue } from "../../api/types";
import { useWebsiteContent } from "../../api/website-content";
import { useLanguage } from "../../i18n/language";
import { type BasketLine, takeFromBasket } from "../../lib/basket";
import { source } from "../../lib/source";
import { count } from "../../lib/visit";
import { setBusy, useBusy } from "./busy";
import { draftOf, dropDraft, keepTyped, renewKey, typedText } from "./draft";
import { fieldsOf, nameOf, questionsOf } from "./inputs";
import { issuesOf } from "./issues";
import { dropToken, openToken, takeToken } from "./token";

const nothing: readonly BasketLine[] = [];

type Options = {
  kind: Lead["kind"];
  /** The basket to send. */
  items?: readonly BasketLine[] | undefined;
  /** Sends the message; a form with pictures sends them with it. */
  deliver?: (key: string, lead: Lead) => Promise<LeadReceipt>;
  onSent: (receipt: LeadReceipt) => void;
  onFailed: () => void;
};

/** The names of the forms in visit events. */
const formNames = { quote_request: "quote", portfolio_request: "portfolio" } as const;

const keyHeader = "Idempotency-Key";

/** Whether a retry can succeed without the visitor's help. */
function mend(kind: Lead["kind"], error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const about = (name: string) => error.issues.some(({ field }) => field === name);
  // A failed attempt may have been stored. A message changed since then is a new message and needs a new key.
  const otherMessage = about(keyHeader);
  if (otherMessage) renewKey(kind);
  return otherMessage || about("token") || error.code === "conflict";
}

/** The server may demand more proof of work than when the form was opened; under load this can happen repeatedly. */
const attempts = 6;

async function send(lead: Lead, deliver: typeof sendLead): Promise<LeadReceipt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await deliver(draftOf(lead.kind).key, { ...lead, ...(await takeToken()) });
    } catch (error) {
      if (attempt === attempts || !mend(lead.kind, error)) throw error;
      dropToken();
    }
  }
}

export function useLead({ kind, items = nothing, deliver = sendLead, onSent, onFailed }: Options) {
  const { lang, t } = useLanguage();
  const { asking } = useWebsiteContent();
  const hasBasket = items.length > 0;
  const questions = questionsOf(asking, hasBasket);
  const [before] = useState(() => draftOf(kind).typed);
  const busy = useBusy();
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failure, setFailure] = useState<{ code: string } | null>(null);

  useEffect(openToken, []);
  useEffect(() => count("open", formNames[kind]), [kind]);
  useEffect(() => {
    if (failure?.code !== "offline") return;
    const forget = () => setFailure(null);
    addEventListener("online", forget);
    return () => removeEventListener("online", forget);
  }, [failure]);

  const keep = (event: FormEvent<HTMLFormElement>) => keepTyped(kind, new FormData(event.currentTarget));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = issuesOf(form, fieldsOf(kind, asking, hasBasket), questions.map(nameOf));
    setIssues(found);
    setFailure(null);
    if (found.length > 0) return;

    const typed = new FormData(form);
    const text = (name: string) => typedText(typed, name);
    const drafted = draftOf(kind).typed;
    setBusy(true);
    try {
      const lead: Lead = {
        kind,
        name: text("name"),
        email: text("email"),
        phone: text("phone"),
        company: text("company"),
        message: text("message"),
        homepage: text("homepage"),
        services: typed.getAll("services").map(String),
        ...(hasBasket && {
          items: items.map(({ id, revision = 0, quantity }) => ({ id, seen: revision, quantity })),
        }),
        ...(questions.length > 0 && {
          details: questions.map((question) => ({ label: question.label, value: text(nameOf(question)) })),
        }),
        language: lang,
        page: location.pathname,
        source: source(),
        consent: t("lead.consent.version"),
      };
      const receipt = await send(lead, deliver);
      if (draftOf(kind).typed === drafted) dropDraft(kind);
      dropToken();
      onSent(receipt);
    } catch (error) {
      const refused = error instanceof ApiError ? error.issues : [];
      const gone = refused.flatMap(({ field, want = "" }) => (field === "item" ? [want] : []));
      if (gone.length > 0) takeFromBasket(gone);
      else {
        setIssues(refused);
        // There is no such field if the owner has changed the questions since the page was opened.
        if (form.isConnected && form.elements.namedItem(refused[0]?.field ?? "")) return;
      }
      setFailure({ code: gone.length > 0 ? "gone" : refused.length > 0 ? "form" : errorCode(error) });
      onFailed();
    } finally {
      setBusy(false);
    }
  };

  return { kind, items, before, busy, issues, failure, keep, submit };
}
