import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError } from "../../../api/errors";
import { type LeadSettings, leadSettingsQuery, saveLeadSettings } from "../../../api/inbox";
import { useT } from "../../../i18n/language";
import { langs } from "../../../lib/lang";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/text-input";
import { Skeleton } from "../frame/skeleton";
import { Note } from "../ui/note";
import { issueText } from "../values/issue-text";
import { useLeadChange } from "./use-lead-change";

const retentions = [0, 6, 12, 24, 36] as const;
const look = "min-h-12 w-full rounded-well border border-edge bg-white px-4";

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const settings = useQuery(leadSettingsQuery).data;
  return (
    <Dialog title={t("inbox.settings")} closeLabel={t("common.close")} onClose={onClose}>
      {settings ? (
        <SettingsForm settings={settings} {...settings} onClose={onClose} />
      ) : (
        <Skeleton label={t("common.loading")} />
      )}
    </Dialog>
  );
}

type Props = { settings: LeadSettings; signInEmail: string; mailWorks: boolean; onClose: () => void };

function SettingsForm({ settings, signInEmail, mailWorks, onClose }: Props) {
  const t = useT();
  const { notifyEmail, mailLanguage, retentionMonths, noWeeklyMail = false } = settings;
  const { register, handleSubmit } = useForm({
    values: { notifyEmail, mailLanguage, retentionMonths, weekly: !noWeeklyMail },
  });
  const save = useLeadChange(saveLeadSettings, { success: t("inbox.settings.saved"), onDone: onClose });
  const issue = save.error instanceof ApiError ? save.error.issues[0] : undefined;
  const label = t("inbox.settings.email");
  const choices = new Set<number>([...retentions, retentionMonths]);
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ weekly, ...values }) => save.mutate({ ...values, noWeeklyMail: !weekly }))}
      className="grid gap-4"
    >
      {!mailWorks && <Note>{t("inbox.settings.noMail")}</Note>}
      <Field
        label={label}
        hint={t("inbox.settings.email.hint", { email: signInEmail })}
        error={issue && issueText(t, label, "email", issue)}
      >
        {(control) => <TextInput {...control} type="email" autoComplete="email" {...register("notifyEmail")} />}
      </Field>
      <Field label={t("inbox.settings.language")}>
        {(control) => (
          <select {...control} className={look} {...register("mailLanguage")}>
            {langs.map((code) => (
              <option key={code} value={code} lang={code}>
                {t(`language.${code}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t("inbox.settings.weekly")} beside>
        {(control) => <input {...control} type="checkbox" className="switch" {...register("weekly")} />}
      </Field>
      <Field label={t("inbox.settings.retention")}>
        {(control) => (
          <select {...control} className={look} {...register("retentionMonths", { valueAsNumber: true })}>
            {[...choices].map((n) => (
              <option key={n} value={n}>
                {n === 0 ? t("inbox.settings.retention.never") : t("inbox.settings.retention.months", { n })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button tone="gold" type="submit" disabled={save.isPending}>
        {save.isPending ? t("admin.saving") : t("admin.save")}
      </Button>
    </form>
  );
}
