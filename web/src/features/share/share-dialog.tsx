import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { useT } from "../../i18n/language";
import { copyText } from "../../lib/copy-text";
import { newTab } from "../../lib/new-tab";
import { toast } from "../../lib/toast";
import { BrandIcon } from "../../ui/brand-icon";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { shareLinks, sharePlatforms } from "./share-links";

type Props = { brandName: string; profileUrl: string; onClose: () => void };

export function ShareDialog({ brandName, profileUrl, onClose }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const profile = { url: profileUrl, subject: t("share.subject", { brand: brandName }) };

  const copy = async () => {
    const done = await copyText(profileUrl, input.current);
    setCopied(done);
    if (done) toast({ title: t("share.copied"), description: t("share.copied.description") });
    else toast({ title: t("share.copyFailed"), description: t("share.copyFailed.description"), tone: "destructive" });
  };

  return (
    <Dialog title={t("share.title")} closeLabel={t("common.close")} onClose={onClose}>
      <label htmlFor="share-link" className="mb-1.5 block text-sm font-semibold">
        {t("share.link")}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id="share-link"
          readOnly
          value={profileUrl}
          onFocus={(event) => event.target.select()}
          className="min-h-12 min-w-0 flex-1 rounded-well border border-edge bg-ivory px-3.5"
        />
        <Button tone="gold" onClick={copy}>
          {copied ? <Check size={18} /> : <Copy size={18} />}
          {t("share.copy")}
        </Button>
      </div>
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
