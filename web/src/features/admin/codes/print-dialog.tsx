import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { type Code, drawnHref, type Paper, papers, savedHref, standHref } from "../../../api/codes";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { ButtonLink } from "../../../ui/button";
import { CopyField } from "../../../ui/copy-field";
import { Dialog } from "../../../ui/dialog";
import { Segmented } from "../ui/segmented";

/** Shows a code and its printable files. */
export function PrintDialog({ code: { code, name, address }, onClose }: { code: Code; onClose: () => void }) {
  const t = useT();
  const [paper, setPaper] = useState<Paper>("a6");
  return (
    <Dialog title={t("codes.print.title", { name })} closeLabel={t("common.close")} onClose={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <img
          src={drawnHref(code)}
          alt={t("codes.drawn", { name })}
          width={224}
          height={224}
          className="mx-auto size-56 rounded-well border border-line bg-white"
        />
        <section aria-label={t("codes.print.stand")} className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">{t("codes.print.stand")}</h3>
          <p className="text-sm text-muted">{t("codes.print.stand.hint")}</p>
          <Segmented
            label={t("codes.print.paper")}
            name="paper"
            value={paper}
            options={papers.map((value) => ({ value, content: t(`codes.print.paper.${value}`) }))}
            onChange={setPaper}
          />
          <ButtonLink tone="gold" outbound href={standHref(code, paper)}>
            <Printer size={18} className="shrink-0" />
            {t("codes.print.pdf")}
            <span className="sr-only">{t("common.newTab")}</span>
          </ButtonLink>
        </section>
        <section aria-label={t("codes.print.alone")} className="grid grid-cols-1 gap-3">
          <h3 className="font-semibold">{t("codes.print.alone")}</h3>
          <div className="flex flex-wrap gap-3 *:flex-1 max-sm:*:basis-full">
            <ButtonLink href={savedHref(code, "png")} download={`${code}.png`}>
              <Download size={18} className="shrink-0" />
              {t("codes.print.png")}
            </ButtonLink>
            <ButtonLink href={savedHref(code, "svg")} download={`${code}.svg`}>
              <Download size={18} className="shrink-0" />
              {t("codes.print.svg")}
            </ButtonLink>
          </div>
          <p className="text-sm text-muted">{t("codes.print.hint")}</p>
        </section>
        <div data-made="">
          <CopyField
            label={t("codes.address.q")}
            copyLabel={t("codes.copy")}
            value={address}
            onCopied={(copied) => toast({ title: t(copied ? "draftLink.copied" : "draftLink.notCopied") })}
          />
        </div>
      </div>
    </Dialog>
  );
}
