import { type FocusEvent, type FormEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { changeLead, type LeadWhole } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { TextButton } from "../ui/text-button";
import { toastAction } from "../ui/toast-action";
import { shortDay, today } from "../values/days";
import { issueText } from "../values/issue-text";
import { rupeesText } from "../values/number-text";
import { useLeadChange } from "./use-lead-change";

type Valued = Pick<LeadWhole, "id" | "status" | "value" | "wonAt">;

/** The value of a won message: optional, and editable at any time. */
export function LeadValue({ lead }: { lead: Valued }) {
  const { lang, t } = useLanguage();
  const [changing, setChanging] = useState(false);
  const { status, value, wonAt } = lead;
  if (status !== "won" && value === undefined) return null;
  const won = wonAt && t("inbox.value.won", { day: shortDay(t, today(Date.parse(wonAt))) });
  return (
    <section className="grid grid-cols-1 gap-3 rounded-card border border-line bg-white p-4 shadow-card">
      {value !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="min-w-0">
            <span className="text-xl font-bold">{rupeesText(lang, value)}</span>
            {won && <span className="text-muted"> · {won}</span>}
          </p>
          {!changing && <TextButton onClick={() => setChanging(true)}>{t("inbox.value.change")}</TextButton>}
        </div>
      )}
      {(changing || value === undefined) && (
        <ValueInput key={value} lead={lead} eager={changing} onDone={() => setChanging(false)} />
      )}
    </section>
  );
}

/** Focuses the input after its button opened it. */
const focus = (input: HTMLInputElement | null) => input?.focus();

type Worth = { value: string; undo?: string };

type InputProps = { lead: Valued; eager: boolean; onDone: () => void };

/** Saves on Enter and when the input loses the focus. */
function ValueInput({ lead, eager, onDone }: InputProps) {
  const { lang, t } = useLanguage();
  const before = lead.value === undefined ? "" : String(lead.value);
  const [text, setText] = useState(before);
  const [sent, setSent] = useState(before);
  const save = useLeadChange(async ({ value, undo }: Worth) => ({ lead: await changeLead(lead.id, { value }), undo }), {
    onDone: ({ lead: { value }, undo }) => {
      onDone();
      const saved = value !== undefined && t("inbox.value.saved", { value: rupeesText(lang, value) });
      toast({
        title: saved || t("inbox.value.removed"),
        action: undo === undefined ? undo : toastAction(t("admin.undo"), () => save.mutate({ value: undo })),
      });
    },
  });
  const keep = () => {
    const typed = text.trim();
    if (typed === before) onDone();
    if (typed === sent) return;
    setSent(typed);
    save.mutate({ value: typed, undo: before });
  };
  // Clicking Undo in a toast must not save the typed amount.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!relatedTarget?.closest("[data-toasts]")) keep();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep();
  };
  const issue = save.error instanceof ApiError ? save.error.issues[0] : undefined;
  const label = t("inbox.value.ask");
  return (
    <form noValidate onSubmit={submit}>
      <Field label={label} hint={t("inbox.value.skip")} error={issue && issueText(t, label, "value", issue)}>
        {(control) => (
          <TextInput
            {...control}
            ref={eager ? focus : undefined}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="12,000"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={leave}
          />
        )}
      </Field>
    </form>
  );
}
