import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { toast } from "../../lib/toast";
import { BrandIcon } from "../../ui/brand-icon";
import { CopyField } from "../../ui/copy-field";
import { Dialog } from "../../ui/dialog";
import { shareLinks, sharePlatforms } from "./share-links";

type Props = { brandName: string; profileUrl: string; onClose: () => void };

export function ShareDialog({ brandName, profileUrl, onClose }: Props) {
  const t = useT();
  const profile = { url: profileUrl, subject: t("share.subject", { brand: brandName }) };

  const onCopied = (done: boolean) => {
    if (done) toast({ title: t("share.copied"), description: t("share.copied.description") });
    else toast({ title: t("share.copyFailed"), description: t("share.copyFailed.description"), tone: "destructive" });
  };

  return (
    <Dialog title={t("share.title")} closeLabel={t("common.close")} onClose={onClose}>
      <CopyField label={t("share.link")} copyLabel={t("share.copy")} value={profileUrl} onCopied={onCopied} />
      <h3 className="mt-6 mb-3 text-sm font-semibold">{t("share.via")}</h3>
      <ul className="grid grid-cols-3 gap-2">
        {sharePlatforms.map((platform) => (
          <li key={platform}>
            <a
              href={shareLinks[platform](profile)}
              {...newTab}
              className="press flex min-h-22 flex-col items-center justify-center gap-2 rounded-card border border-line p-2 text-sm hover:bg-ivory"
            >
              <BrandIcon platform={platform} size={24} />
              {t(`share.${platform}`)}
              <span className="sr-only">{t("common.newTab")}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
