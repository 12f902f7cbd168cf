import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { resetQuery } from "../../api/links";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { AskResetForm } from "../../features/admin/sign-in/ask-reset-form";
import { useAuth } from "../../features/admin/sign-in/auth";
import { ChoosePasswordForm } from "../../features/admin/sign-in/choose-password-form";
import { useT } from "../../i18n/language";
import { adminPath, dashboardPath, resetPath } from "../../paths";
import { linkLook } from "../../ui/button";
import { Entrance } from "./entrance";
import { useLink } from "./use-link";

/** Resets a forgotten password: without a link it sends one, with a link it asks for a new password. */
export function ResetPage() {
  const { status, needs } = useAuth();
  const { hash } = useLocation();
  if (status === "checking") return null;
  if (status === "in") return <Navigate to={dashboardPath} replace />;
  if (needs.length > 0) return <Navigate to={adminPath} replace />;
  return hash ? <Choose key={hash} /> : <Ask />;
}

function Ask() {
  const t = useT();
  const [sent, setSent] = useState(false);
  if (sent) {
    return (
      <Entrance title={t("reset.sent.title")}>
        <p role="status">{t("reset.sent")}</p>
        <Link to={adminPath} className={`${linkLook()} mt-5 w-full`}>
          {t("admin.adminLogin")}
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance title={t("reset.ask.title")} intro={t("reset.ask")}>
      <AskResetForm onSent={() => setSent(true)} />
    </Entrance>
  );
}

function Choose() {
  const t = useT();
  const { token, checking, error, check } = useLink("/api/v1/reset/link");
  const byMail = useQuery(resetQuery).data?.byMail;
  if (checking) return null;
  switch (error) {
    case "":
      return (
        <Entrance title={t("reset.choose.title")} intro={t("reset.choose")}>
          <ChoosePasswordForm token={token} onDead={check} />
        </Entrance>
      );
    case "not_found":
      return (
        <Entrance title={t("link.dead")}>
          <p>{t(byMail ? "reset.dead" : "reset.dead.noMail")}</p>
          {byMail && (
            <Link to={resetPath} className={`${linkLook("gold")} mt-5 w-full`}>
              {t("reset.send")}
            </Link>
          )}
        </Entrance>
      );
    default:
      return (
        <Entrance title={t("reset.choose.title")}>
          <Unreachable code={error} onRetry={check} />
        </Entrance>
      );
  }
}
