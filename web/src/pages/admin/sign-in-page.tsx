import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { resetQuery } from "../../api/links";
import { preferLanguage } from "../../features/admin/frame/stored-language";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { useAuth } from "../../features/admin/sign-in/auth";
import { SignInForm } from "../../features/admin/sign-in/sign-in-form";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { dashboardPath } from "../../paths";
import { Entrance } from "./entrance";

export function SignInPage() {
  const t = useT();
  const { status, error, check } = useAuth();
  const { state: opened } = useLocation();
  const unowned = useQuery(resetQuery).data?.unowned;
  useEffect(() => {
    if (unowned) preferLanguage(); // no language has been chosen yet
  }, [unowned]);
  if (status === "checking") return null;
  if (status === "in") return <Navigate to={typeof opened === "string" ? opened : dashboardPath} replace />;
  if (unowned) {
    return (
      <Entrance title={t("signIn.unowned.title")}>
        <p>{t("signIn.unowned")}</p>
      </Entrance>
    );
  }
  const welcome = () =>
    toast({ title: t("admin.loginSuccessful"), description: t("admin.loginSuccessful.description") });
  return (
    <Entrance
      title={t("admin.adminLogin")}
      above={status === "unreachable" && <Unreachable code={error} onRetry={check} />}
    >
      <SignInForm onSignedIn={welcome} />
    </Entrance>
  );
}
