import { useT } from "../../i18n/language";
import { inAppPlatform, intentUrl } from "../../lib/in-app";
import { toast } from "../../lib/toast";
import { ButtonLink } from "../../ui/button";
import { CopyField } from "../../ui/copy-field";
import { Dialog } from "../../ui/dialog";

type Props = { href: string; onClose: () => void };

export function InAppDialog({ href, onClose }: Props) {
  const t = useT();
  const platform = inAppPlatform(navigator.userAgent);

  const onCopied = (done: boolean) => {
    if (done) toast({ title: t("inApp.copied"), description: t("inApp.copied.description") });
    else toast({ title: t("inApp.copyFailed"), description: t("inApp.copyFailed.description"), tone: "destructive" });
  };

  return (
    <Dialog title={t("inApp.title")} closeLabel={t("common.close")} onClose={onClose}>
      <p className="mb-4 text-muted">{t("inApp.message")}</p>
      {platform === "android" ? (
        <ButtonLink tone="gold" href={intentUrl(href)} className="mb-6 w-full">
          {t("inApp.open")}
        </ButtonLink>
      ) : (
        <p className="mb-6 rounded-card border border-line bg-ivory px-4 py-3">{t("inApp.ios")}</p>
      )}
      <CopyField label={t("inApp.link")} copyLabel={t("inApp.copy")} value={href} onCopied={onCopied} />
    </Dialog>
  );
}
