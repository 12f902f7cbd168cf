import { Printer, Download as Save } from "lucide-react";
import type { Download } from "../../api/types";
import { useT } from "../../i18n/language";
import { cx } from "../../lib/cx";
import { ButtonLink } from "../../ui/button";
import { CardTitle, cardLook } from "../../ui/card";

export function QrCode({ qr }: { qr: Download["qr"] }) {
  const t = useT();
  const files = [
    { href: qr.pngDownload, icon: Save, text: t("download.qr.png") },
    { href: qr.svgDownload, icon: Save, text: t("download.qr.svg") },
    { href: qr.printPng, icon: Printer, text: t("download.qr.printPng") },
    { href: qr.printSvg, icon: Printer, text: t("download.qr.printSvg") },
  ];
  return (
    <section className="@container">
      <div className={cx(cardLook, "items-center text-center @2xl:flex-row @2xl:gap-8 @2xl:p-8 @2xl:text-left")}>
        <img
          src={qr.svg}
          alt={t("download.qr.alt", { target: qr.target })}
          width={qr.size}
          height={qr.size}
          className="shrink-0 bg-white"
        />
        <div className="grid w-full min-w-0 gap-3">
          <CardTitle>{qr.label}</CardTitle>
          <p className="text-muted">{qr.description}</p>
          <ul className="mt-2 grid gap-2.5 @md:grid-cols-2">
            {files.map(({ href, icon: Icon, text }) => (
              <li key={href} className="grid">
                <ButtonLink href={href} download data-file="">
                  <Icon size={18} />
                  {text}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
