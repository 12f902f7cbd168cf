import { House } from "lucide-react";
import { useWebsiteContent } from "../api/website-content";
import { useT } from "../i18n/language";
import { ButtonLink } from "../ui/button";

export function Page() {
  const t = useT();
  const { shell } = useWebsiteContent();
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-5 px-5 py-[12svh] text-center">
      <h1 className="text-[min(6rem,30vw)] leading-none font-extrabold text-gold-ink">{t("notFound.code")}</h1>
      <p className="text-lg text-muted">{t("notFound.message")}</p>
      <ButtonLink tone="gold" href={shell.home}>
        <House size={20} />
        {t("common.backToHome")}
      </ButtonLink>
    </div>
  );
}
