import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { ApiError } from "../../../api/errors";
import { addOwnLead, type HandChannel, type LeadStatus } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { randomKey } from "../../../lib/random-key";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { Dialog, DialogFoot } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { fieldLook, TextArea, TextInput } from "../../../ui/text-input";
import { channelText } from "../values/channel-text";
import { issueText } from "../values/issue-text";
import { useLeadChange } from "./use-lead-change";

/** The query parameter while the dialog is open. */
const adding = "add";

/** The channels that package visit accepts for leads added by hand. */
const channels: Record<HandChannel, true> = {
  walkin: true,
  phone: true,
  instagram: true,
  whatsapp: true,
  facebook: true,
  indiamart: true,
  justdial: true,
  google: true,
};

const statuses = ["pending", "contacted", "won", "lost"] as const satisfies readonly LeadStatus[];

/** Adds a lead who came in person or called. The open dialog is part of the URL, so that search can link to it. */
export function AddLead() {
  const { t } = useLanguage();
  const [params, setParams] = useSearchParams();
  const leave = (lead = params.get("lead")) => {
    const next = new URLSearchParams(params);
    next.delete(adding);
    if (lead) next.set("lead", lead);
    setParams(next, { replace: true });
  };
  return (
    <>
      <Button
        onClick={() => setParams(new URLSearchParams([...params, [adding, "1"]]))}
        aria-label={t("inbox.add")}
        title={t("inbox.add")}
        className="size-12 shrink-0 px-0! text-gold-ink"
      >
        <Plus size={24} />
      </Button>
      {params.has(adding) && (
        <Dialog title={t("inbox.add")} closeLabel={t("common.close")} onClose={() => leave()}>
          <AddForm onAdded={(id) => leave(String(id))} />
        </Dialog>
      )}
    </>
  );
}

function AddForm({ onAdded }: { onAdded: (id: number) => void }) {
  const { lang, t } = useLanguage();
  const [attempt, setAttempt] = useState({ key: "", body: "" });
  const { register, handleSubmit, getValues } = useForm({
    defaultValues: {
      name: "",
      phone: "",
      email: "",
      message: "",
      channel: "walkin" as HandChannel,
      status: "pending" as (typeof statuses)[number],
      value: "",
    },
  });
  const add = useLeadChange(addOwnLead, {
    onDone: ({ id }) => {
      toast({ title: t("inbox.added", { name: getValues("name") }) });
      onAdded(id);
    },
  });
  const issues = add.error instanceof ApiError ? add.error.issues : [];
  const form = useRef<HTMLFormElement>(null);
  // The invalid input may be scrolled out of view, because the button is at the bottom.
  useEffect(() => {
    if (add.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [add.error]);
  const errorOf = (name: string, label: string) => {
    const issue = issues.find(({ field }) => field === name);
    return issue && issueText(t, label, name, issue);
  };
  const submit = handleSubmit((values) => {
    // Reuse the key only for an identical retry; changed values are a new lead.
    const body = JSON.stringify(values);
    const key = attempt.body === body ? attempt.key : randomKey();
    setAttempt({ key, body });
    add.mutate({ ...values, language: lang, key });
  });
  const text = (name: "name" | "phone" | "email" | "value", label: string, more: Parameters<typeof TextInput>[0]) => (
    <Field label={label} error={errorOf(name, label)}>
      {(control) => <TextInput {...control} autoComplete="off" {...more} {...register(name)} />}
    </Field>
  );
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-muted">{t("inbox.add.about")}</p>
        {text("name", t("inbox.name"), { required: true })}
        <Field label={t("inbox.add.channel")}>
          {(control) => (
            <select {...control} className={fieldLook} {...register("channel")}>
              {Object.keys(channels).map((channel) => (
                <option key={channel} value={channel}>
                  {channelText(t, channel)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text("phone", t("inbox.phone"), { type: "tel" })}
        {text("email", t("inbox.email"), { type: "email" })}
        <Field label={t("inbox.add.message")} error={errorOf("message", t("inbox.add.message"))}>
          {(control) => <TextArea {...control} rows={2} {...register("message")} />}
        </Field>
        <Field label={t("inbox.statuses")}>
          {(control) => (
            <select {...control} className={fieldLook} {...register("status")}>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {t(`inbox.status.${status}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text("value", t("inbox.add.value"), { inputMode: "numeric", placeholder: "12,000" })}
      </div>
      <DialogFoot>
        <Button tone="gold" type="submit" disabled={add.isPending}>
          {add.isPending ? t("admin.saving") : t("inbox.add.save")}
        </Button>
      </DialogFoot>
    </form>
  );
}
