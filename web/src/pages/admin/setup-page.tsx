import { useEffect } from "react";
import { Link, Navigate } from "react-router";
import { preferLanguage } from "../../features/admin/frame/stored-language";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { useAuth } from "../../features/admin/sign-in/auth";
import { SetupForm } from "../../features/admin/sign-in/setup-form";
import { useT } from "../../i18n/language";
import { adminPath, dashboardPath } from "../../paths";
import { linkLook } from "../../ui/button";
import { Entrance } from "./entrance";
import { useLink } from "./use-link";

/** Creates the owner's account, at the link that the program printed. */
export function SetupPage() {
  const t = useT();
  const { status } = useAuth();
  const { token, checking, error, check } = useLink("/api/v1/setup/link");
  useEffect(preferLanguage, []);
  if (status === "in") return <Navigate to={dashboardPath} replace />;
  if (checking) return null;
  switch (error) {
    case "":
      return (
        <Entrance title={t("setup.title")} intro={t("setup.intro")}>
          <SetupForm token={token} onDead={check} />
        </Entrance>
      );
    case "conflict":
      return (
        <Entrance title={t("setup.taken.title")}>
          <p>{t("setup.taken")}</p>
          <Link to={adminPath} className={`${linkLook("gold")} mt-5 w-full`}>
            {t("admin.adminLogin")}
          </Link>
        </Entrance>
      );
    case "not_found":
      return (
        <Entrance title={t("link.dead")}>
          <p>{t("setup.dead")}</p>
        </Entrance>
      );
    default:
      return (
        <Entrance title={t("setup.title")}>
          <Unreachable code={error} onRetry={check} />
        </Entrance>
      );
  }
}
