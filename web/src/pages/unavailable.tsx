import { useWebsiteContent } from "../api/website-content";
import { useT } from "../i18n/language";
import { ButtonLink } from "../ui/button";

export function Page() {
  const t = useT();
  const { shell } = useWebsiteContent();
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-5 px-5 py-[12svh] text-center">
      <h1 className="text-3xl font-extrabold">{t("unavailable.title")}</h1>
      <p className="text-lg text-muted">{t("unavailable.message")}</p>
      <ButtonLink tone="gold" href="?">
        {t("common.retry")}
      </ButtonLink>
      <ButtonLink href={shell.chatUrl} outbound>
        {t("common.chat")}
      </ButtonLink>
    </div>
  );
}
