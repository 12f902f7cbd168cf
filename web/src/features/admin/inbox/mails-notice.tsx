import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { retryMail, type UndeliveredMail, undeliveredQuery } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Note } from "../ui/note";
import { momentText } from "../values/moment";
import { useLeadChange } from "./use-lead-change";

/** Says that notification mails could not be delivered, and lets the owner retry them. */
export function MailsNotice() {
  const { t } = useLanguage();
  const mails = useQuery(undeliveredQuery).data ?? [];
  const [open, setOpen] = useState(false);
  if (mails.length === 0) return null;
  const n = mails.length;
  return (
    <Note>
      <p className="min-w-0 flex-1 basis-60">
        {n === 1 ? t("inbox.mails.one") : t("inbox.mails.many", { n })} {t("inbox.mails.safe")}
      </p>
      <Button onClick={() => setOpen(true)}>{t("inbox.mails.show")}</Button>
      {open && (
        <Dialog title={t("inbox.mails.title")} closeLabel={t("common.close")} onClose={() => setOpen(false)}>
          <ul className="grid gap-4">
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        </Dialog>
      )}
    </Note>
  );
}

function MailRow({ mail }: { mail: UndeliveredMail }) {
  const { lang, t } = useLanguage();
  const retry = useLeadChange(() => retryMail(mail.id), { success: t("inbox.mails.retried") });
  const { reference, attempts: n, nextAt, reason } = mail;
  return (
    <li className="grid gap-1 wrap-anywhere">
      <p className="font-semibold">
        {reference} · {n === 1 ? t("inbox.mails.tries.one") : t("inbox.mails.tries.many", { n })}
      </p>
      <p className="text-sm text-muted">{reason}</p>
      <p className="text-sm">
        {nextAt ? t("inbox.mails.next", { moment: momentText(t, lang, nextAt) }) : t("inbox.mails.stopped")}
      </p>
      <Button disabled={retry.isPending} onClick={() => retry.mutate(undefined)} className="justify-self-start">
        {t("inbox.mails.retry")}
      </Button>
    </li>
  );
}
