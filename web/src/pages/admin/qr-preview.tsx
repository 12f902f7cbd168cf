import { Printer } from "lucide-react";
import type { Site } from "../../api/types";
import { useQrPreview } from "../../features/admin/edit/use-qr-preview";
import { Note } from "../../features/admin/ui/note";
import { QrCode } from "../../features/download/qr-code";
import { useLanguage, useT } from "../../i18n/language";
import type { Lang } from "../../lib/lang";
import { ButtonLink } from "../../ui/button";

const printFiles = { printPng: "/qr/print.png?save", printSvg: "/qr/print.svg?save" };

export function QrPage({ site }: { site: Site }) {
  const { lang } = useLanguage();
  const code = useQrPreview(site, lang);
  if (!code) return null;
  const svg = `data:image/svg+xml,${encodeURIComponent(code.svg)}`;
  const files = { svg, svgDownload: "#svg", pngDownload: "#png", ...printFiles };
  return <QrCode qr={{ ...site.qrCodeSettings, target: code.target, ...files }} />;
}

/** A colour that looks fine on the screen can be lost on paper. */
export function QrNote({ site, lang }: { site: Site; lang: Lang }) {
  const t = useT();
  if (!useQrPreview(site, lang)?.faint) return null;
  return (
    <Note>
      <p>{t("qr.faint")}</p>
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        <ButtonLink href={printFiles.printPng} download>
          <Printer size={18} />
          {t("download.qr.printPng")}
        </ButtonLink>
        <ButtonLink href={printFiles.printSvg} download>
          <Printer size={18} />
          {t("download.qr.printSvg")}
        </ButtonLink>
      </div>
    </Note>
  );
}
