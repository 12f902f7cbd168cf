import { Printer, Download as Save } from "lucide-react";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { inLang } from "../../../paths";
import { ButtonLink } from "../../../ui/button";
import { usePrimary } from "../form/use-primary";

const files = [
  { name: "screen.png", icon: Save, text: "download.qr.png" },
  { name: "screen.svg", icon: Save, text: "download.qr.svg" },
  { name: "print.png", icon: Printer, text: "download.qr.printPng" },
  { name: "print.svg", icon: Printer, text: "download.qr.printSvg" },
] as const;

type Props = { lang: Lang; revision: number; unsaved: boolean };

/** Downloads of the QR code. The server renders it from saved values, so unsaved changes are not in it. */
export function QrFiles({ lang, revision, unsaved }: Props) {
  const t = useT();
  const primary = usePrimary();
  const pathOf = (name: string) => inLang(lang, `/qr/${name}`, primary);
  return (
    <section aria-labelledby="qr-files" className="grid gap-3 rounded-card border border-line bg-white p-4 shadow-card">
      <div className="flex items-center gap-4">
        <img src={`${pathOf("screen.svg")}?${revision}`} alt="" width={96} height={96} className="size-24 shrink-0" />
        <h2 id="qr-files" className="min-w-0 font-semibold wrap-anywhere">
          {t("qr.files")}
        </h2>
      </div>
      {unsaved && (
        <p role="status" className="text-sm text-gold-ink">
          {t("qr.files.unsaved")}
        </p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2.5">
        {files.map(({ name, icon: Icon, text }) => (
          <li key={name} className="grid">
            <ButtonLink href={`${pathOf(name)}?save`} download className="px-2!">
              <Icon size={18} className="shrink-0" />
              {t(text)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
