import { useT } from "../../i18n/language";
import { newTab } from "../../lib/new-tab";
import { toast } from "../../lib/toast";
import { count } from "../../lib/visit";
import { BrandIcon } from "../../ui/brand-icon";
import { CopyField } from "../../ui/copy-field";
import { Dialog } from "../../ui/dialog";
import { shareLinks, sharePlatforms } from "./share-links";

/** What is shared: the whole profile, or the current page. */
const words = {
  profile: { title: "share.title", link: "share.link", copied: "share.copied.description" },
  page: { title: "share.page", link: "share.page.link", copied: "share.page.copied" },
} as const;

export type ShareProps = { what: keyof typeof words; url: string; name: string; onClose: () => void };

/** `name` is the brand or the page's title. */
export function ShareDialog({ what, url, name, onClose }: ShareProps) {
  const t = useT();
  const { title, link, copied } = words[what];
  const shared = { url, subject: what === "profile" ? t("share.subject", { brand: name }) : name };

  const onCopied = (done: boolean) => {
    if (done) {
      count("share");
      toast({ title: t("share.copied"), description: t(copied) });
    } else toast({ title: t("share.copyFailed"), description: t("share.copyFailed.description"), tone: "destructive" });
  };

  return (
    <Dialog title={t(title)} closeLabel={t("common.close")} onClose={onClose}>
      <CopyField label={t(link)} copyLabel={t("share.copy")} value={url} onCopied={onCopied} />
      <h3 className="mt-6 mb-3 text-sm font-semibold">{t("share.via")}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(5.5rem,30%),1fr))] gap-2">
        {sharePlatforms.map((platform) => (
          <li key={platform}>
            <a
              href={shareLinks[platform](shared)}
              {...newTab}
              data-share=""
              onClick={() => count("share")}
              onAuxClick={({ button }) => button === 1 && count("share")}
              className="press flex min-h-22 flex-col items-center justify-center gap-2 rounded-card border border-line px-1 py-2 text-sm hover:bg-ivory"
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
