import { useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Notification, notificationQuery, sendTestMail } from "../../../api/inbox";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { ownPath } from "../../../paths";
import { Button, linkLook } from "../../../ui/button";
import { SettingsDialog } from "../inbox/settings-dialog";
import { useLeadChange } from "../inbox/use-lead-change";
import { momentText } from "../values/moment";

/**
 * Warns the owner while no email about new messages would arrive. The server decides; without its response nothing is
 * shown.
 */
export function NotificationNotice() {
  const { lang, t } = useLanguage();
  const notification = useQuery(notificationQuery).data;
  if (!notification || notification.state === "ok") return null;
  const { state, email, failedAt } = notification;
  return (
    <section
      aria-labelledby="notification"
      className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 rounded-card border border-danger/30 bg-danger-soft p-4 shadow-card"
    >
      <span className="text-danger">
        <BellOff size={24} />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <h2 id="notification" className="font-bold">
          {t(`notification.${state}.title`)}
        </h2>
        <p className="text-sm">
          {state === "failing"
            ? t("notification.failing.text", { email, moment: failedAt ? momentText(t, lang, failedAt) : "" })
            : t("notification.no_mail_server.text")}
        </p>
      </div>
      <div className="col-span-full flex flex-wrap gap-2.5 max-sm:*:flex-auto">
        {state === "failing" ? (
          <FailingActions />
        ) : (
          <Link to={ownPath("inbox")} className={linkLook()}>
            {t("notification.inbox")}
          </Link>
        )}
      </div>
    </section>
  );
}

function FailingActions() {
  const { t } = useLanguage();
  const [settings, setSettings] = useState(false);
  const onDone = ({ state, email }: Notification) =>
    state === "ok"
      ? toast({ title: t("notification.test.sent"), description: t("notification.test.sent.text", { email }) })
      : toast({
          title: t("notification.test.failed"),
          description: t("notification.test.failed.text"),
          tone: "destructive",
        });
  const test = useLeadChange(sendTestMail, { onDone });
  return (
    <>
      <Button tone="gold" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
        {t(test.isPending ? "notification.test.sending" : "notification.test")}
      </Button>
      <Button onClick={() => setSettings(true)}>{t("notification.address")}</Button>
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
    </>
  );
}
