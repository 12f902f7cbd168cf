import { QrCode, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { CopyField } from "../../../ui/copy-field";
import { IconWell } from "../../../ui/icon-well";

/** Shown before the first visit: how to get visitors. */
export function Start({ codes }: { codes: ReactNode }) {
  const t = useT();
  return (
    <section aria-labelledby="start" className="grid gap-5 rounded-card border border-line bg-white p-5 shadow-card">
      <h2 id="start" className="font-bold text-xl">
        {t("insights.start.title")}
      </h2>
      <div className="grid gap-3">
        <div className="flex items-start gap-3">
          <IconWell icon={Share2} />
          <p className="min-w-0 flex-1">{t("insights.start.share")}</p>
        </div>
        <div>
          <CopyField
            label={t("insights.start.link")}
            copyLabel={t("draftLink.copy")}
            value={location.origin}
            onCopied={(done) => toast({ title: t(done ? "draftLink.copied" : "draftLink.notCopied") })}
          />
        </div>
      </div>
      <div className="flex items-start gap-3">
        <IconWell icon={QrCode} />
        <div className="grid min-w-0 flex-1 justify-items-start gap-2">
          <p>{t("insights.start.print")}</p>
          {codes}
        </div>
      </div>
    </section>
  );
}
