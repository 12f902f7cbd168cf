import { ArrowLeft } from "lucide-react";
import { Navigate } from "react-router";
import { LanguageChoice } from "../../features/admin/frame/language-choice";
import { Unreachable } from "../../features/admin/frame/unreachable";
import { useAuth } from "../../features/admin/sign-in/auth";
import { SignInForm } from "../../features/admin/sign-in/sign-in-form";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { dashboardPath, homePath } from "../../paths";

export function SignInPage() {
  const t = useT();
  const { status, error, check } = useAuth();
  if (status === "checking") return null;
  if (status === "in") return <Navigate to={dashboardPath} replace />;
  const welcome = () =>
    toast({ title: t("admin.loginSuccessful"), description: t("admin.loginSuccessful.description") });
  return (
    <div className="mx-auto flex min-h-svh max-w-md flex-col gap-8 p-5">
      <title>{t("admin.adminLogin")}</title>
      <header className="flex items-center justify-between">
        <a href={homePath} className="flex min-h-11 items-center gap-2 font-semibold text-gold-ink">
          <ArrowLeft size={20} />
          {t("common.backToHome")}
        </a>
        <LanguageChoice />
      </header>
      <main className="grid gap-6">
        <div className="text-center">
          <p className="eyebrow mb-2">{t("admin.title")}</p>
          <h1 className="text-3xl font-bold">{t("admin.adminLogin")}</h1>
        </div>
        {status === "unreachable" && <Unreachable code={error} onRetry={check} />}
        <div className="rounded-card border border-line bg-white p-5 shadow-card sm:p-6">
          <SignInForm onSignedIn={welcome} />
        </div>
      </main>
    </div>
  );
}
