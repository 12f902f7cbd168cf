import { ChevronRight, Copy, Download, Plus, Printer, QrCode, Share2 } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { useT } from "../../../i18n/language";
import { copyText } from "../../../lib/copy-text";
import { newTab } from "../../../lib/new-tab";
import { toast } from "../../../lib/toast";
import { editPath, ownPath } from "../../../paths";
import { BrandIcon } from "../../../ui/brand-icon";
import { Button, ButtonLink } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { type IconType, IconWell } from "../../../ui/icon-well";
import { markShared } from "./first-evening";
import type { PageLink } from "./use-link";

/** The code of the home page, made by the server. */
const drawn = (file: string) => `/qr/home.${file}`;

type Row = { to: string; icon: IconType; title: string; note: string };

/** Everything with which the owner passes on the page: link, message, code, and codes to print. */
export function ShareSheet({ link, onClose }: { link: PageLink; onClose: () => void }) {
  const t = useT();
  const address = useRef<HTMLInputElement>(null);
  const { url, host, text, revision } = link;
  const copy = async () => {
    const copied = await copyText(url, address.current);
    if (copied) markShared();
    toast({ title: t(copied ? "draftLink.copied" : "draftLink.notCopied") });
  };
  // Closing the system's share sheet without a choice is not a failure.
  const send = () => void navigator.share({ text, url }).then(markShared, () => {});
  const rows: readonly Row[] = [
    { to: `${ownPath("codes")}?stand`, icon: Printer, title: t("codes.stand.name"), note: t("sharing.stand") },
    { to: editPath("qr-code"), icon: QrCode, title: t("sharing.download"), note: t("sharing.download.note") },
    { to: `${ownPath("codes")}?new`, icon: Plus, title: t("codes.new"), note: t("sharing.code") },
  ];
  return (
    <Dialog title={t("sharing.title")} closeLabel={t("common.close")} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <input
          ref={address}
          readOnly
          aria-label={t("insights.start.link")}
          value={url}
          onFocus={(event) => event.target.select()}
          className="w-full min-w-0 bg-transparent font-semibold text-ellipsis"
        />
        <div className="grid grid-cols-[auto_1fr] items-center gap-4">
          <img
            src={`${drawn("svg")}?${revision}`}
            alt={t("sharing.drawn", { host })}
            width={132}
            height={132}
            className="size-33 rounded-card border border-line bg-white p-1"
          />
          <div className="grid min-w-0 gap-2.5">
            <Button onClick={copy}>
              <Copy size={18} className="shrink-0" />
              {t("draftLink.copy")}
            </Button>
            <ButtonLink href={`${drawn("png")}?save`} download onClick={markShared}>
              <Download size={18} className="shrink-0" />
              {t("codes.print.png")}
            </ButtonLink>
            <a
              href={`${drawn("svg")}?save`}
              download
              onClick={markShared}
              className="flex min-h-11 items-center justify-center text-center text-sm font-semibold text-gold-ink"
            >
              {t("codes.print.svg")}
            </a>
          </div>
        </div>
        <ButtonLink
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
          {...newTab}
          onClick={markShared}
          className="border-chat! bg-chat! text-on-chat!"
        >
          <BrandIcon platform="whatsapp" size={20} />
          {t("sharing.whatsapp")}
          <span className="sr-only">{t("common.newTab")}</span>
        </ButtonLink>
        {"share" in navigator && (
          <Button onClick={send}>
            <Share2 size={18} className="shrink-0" />
            {t("sharing.other")}
          </Button>
        )}
        <section aria-labelledby="to-print">
          <h3 id="to-print" className="eyebrow mb-1">
            {t("sharing.print")}
          </h3>
          <ul className="divide-y divide-line">
            {rows.map(({ to, icon, title, note }) => (
              <li key={to}>
                <Link to={to} onClick={onClose} className="press flex min-h-14 items-center gap-3 py-2">
                  <IconWell icon={icon} />
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{title}</span>
                    <span className="block text-sm text-muted">{note}</span>
                  </span>
                  <span className="text-faint">
                    <ChevronRight size={20} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
