import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { LanguageChoice } from "../../features/admin/frame/language-choice";
import { useT } from "../../i18n/language";
import { homePath } from "../../paths";

type Props = { title: string; intro?: string; above?: ReactNode; children: ReactNode };

/** The layout of pages before the sign-in: one question per page, with a choice of language. */
export function Entrance({ title, intro, above, children }: Props) {
  const t = useT();
  return (
    <div className="mx-auto flex min-h-svh max-w-md flex-col gap-8 p-5">
      <title>{title}</title>
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
          <h1 className="text-3xl font-bold">{title}</h1>
          {intro && <p className="mt-3 text-muted">{intro}</p>}
        </div>
        {above}
        <div className="rounded-card border border-line bg-white p-5 shadow-card sm:p-6">{children}</div>
      </main>
    </div>
  );
}
