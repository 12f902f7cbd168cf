import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { errorCode } from "../../api/errors";
import { resetQuery, undoWarning, warningQuery } from "../../api/links";
import type { Alarm, AlarmChange } from "../../api/types";
import { Changed } from "../../features/admin/account/changed";
import { useWhen } from "../../features/admin/account/use-when";
import { preferLanguage } from "../../features/admin/frame/stored-language";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { useAuth } from "../../features/admin/sign-in/auth";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { adminPath, resetPath } from "../../paths";
import { Button, linkLook } from "../../ui/button";
import { Entrance } from "./entrance";

/** The target of a warning's link. Opening it changes nothing, because programs open links, too; the button does. */
export function NotMePage() {
  const t = useT();
  const token = useLocation().hash.slice(1);
  const when = useWhen();
  const { leave } = useAuth();
  useEffect(preferLanguage, []);
  const { data: alarm, error, isPending, refetch } = useQuery(warningQuery(token));
  const [left, setLeft] = useState(0);
  const undo = useMutation({
    mutationFn: () => undoWarning(token, setLeft),
    onSuccess: leave, // the undo also ended this browser's session
    onError: (failure) => {
      const description = t.first([`error.${errorCode(failure)}`, "error.internal"]);
      toast({ title: t("toast.error"), description, tone: "destructive" });
    },
  });
  if (isPending && !undo.data) return null; // after the undo the query is refetched; keep showing the result
  if (undo.data) return <Done alarm={undo.data} />;
  if (alarm) {
    const notMe = ({ outcome, later }: AlarmChange) => {
      if (outcome) return t(`alarm.outcome.${outcome}`); // already undone through another mail
      return later ? t("alarm.later") : "";
    };
    const account = alarm.changes.every(({ subject }) => subject === "account");
    return (
      <Entrance title={t("alarm.title")} intro={t(account ? "alarm.intro.account" : "alarm.intro.links")}>
        <div className="grid grid-cols-1 gap-5">
          <Changed alarm={alarm} note={notMe} />
          {account && !alarm.undoneAt && <p className="text-sm text-muted">{t("alarm.account")}</p>}
          {alarm.undoneAt && <p>{t("alarm.done.before", { when: when(alarm.undoneAt) })}</p>}
          <Button tone="danger" disabled={undo.isPending} onClick={() => undo.mutate()}>
            {undo.isPending
              ? t("common.loading")
              : t(account || alarm.undoneAt ? "alarm.submit.account" : "alarm.submit")}
          </Button>
          <p role="status">{undo.isPending && left > 0 && t("alarm.left", { n: left })}</p>
          {alarm.undoneAt && <NewPassword />}
        </div>
      </Entrance>
    );
  }
  if (errorCode(error) === "not_found") {
    return (
      <Entrance title={t("link.dead")}>
        <p>{t("alarm.dead")}</p>
        <Link to={adminPath} className={`${linkLook()} mt-5 w-full`}>
          {t("admin.adminLogin")}
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance title={t("alarm.title")}>
      <Unreachable code={errorCode(error)} onRetry={() => void refetch()} />
    </Entrance>
  );
}

function Done({ alarm }: { alarm: Alarm }) {
  const t = useT();
  const outcome = ({ outcome }: AlarmChange) => (outcome ? t(`alarm.outcome.${outcome}`) : "");
  return (
    <Entrance title={t("alarm.done.title")} intro={t("alarm.done")}>
      <div className="grid grid-cols-1 gap-5" role="status">
        <Changed alarm={alarm} note={outcome} />
        <NewPassword />
      </div>
    </Entrance>
  );
}

function NewPassword() {
  const t = useT();
  const byMail = useQuery(resetQuery).data?.byMail;
  return (
    <Link to={byMail ? resetPath : adminPath} className={`${linkLook("gold")} w-full`}>
      {t(byMail ? "alarm.reset" : "admin.adminLogin")}
    </Link>
  );
}
