import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { previewQuery, type SiteChange } from "../../../api/queries";
import type { PagePreviewAnswer } from "../../../api/types";
import { useT } from "../../../i18n/language";
import type { Lang } from "../../../lib/lang";
import { useSettled } from "../form/use-settled";
import { type Preview, previews } from "../screens";
import { Note } from "../ui/note";
import { PhoneFrame } from "../ui/phone-frame";
import { Still } from "../ui/still";

const settledMs = 250;

type Props = { preview: Preview; lang: Lang; change: SiteChange; children?: ReactNode };

/** A public page as readers of a language would see it with what is typed, before it is saved. */
export function PagePreview({ preview, lang, change, children }: Props) {
  const t = useT();
  const { path, part } = preview;
  const settled = useSettled(JSON.stringify(change), settledMs);
  const page = useQuery(previewQuery({ path, lang }, JSON.parse(settled))).data;
  return (
    <section aria-labelledby="preview" className="grid gap-4">
      <h2 id="preview" className="font-semibold">
        {t("admin.livePreview")}
      </h2>
      {preview === previews.looks && page && <Readable ratios={page.ratios} />}
      {preview === previews.qr && page?.faint && <FaintCode />}
      <PhoneFrame>
        <Still title={t("admin.livePreview")} html={page?.html} style={page?.style} part={part} />
      </PhoneFrame>
      {children}
    </section>
  );
}

/** What the server made of the accent: whatever was chosen, everything can be read. */
function Readable({ ratios }: { ratios: PagePreviewAnswer["ratios"] }) {
  const t = useT();
  return (
    <div className="grid gap-2 rounded-card border border-line bg-ivory p-4">
      <h3 className="flex items-center gap-2 font-semibold text-chat">
        <CircleCheck size={20} />
        {t("looks.readable")}
      </h3>
      <dl className="grid grid-cols-3 gap-2 text-center text-sm">
        {(["button", "white", "dark"] as const).map((where) => (
          <div key={where} className="flex flex-col-reverse">
            <dt>{t(`looks.readable.${where}`)}</dt>
            <dd className="font-bold">{(Math.floor(ratios[where] * 10) / 10).toFixed(1)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t("looks.readable.note")}</p>
    </div>
  );
}

/** A colour that looks fine on the screen can be lost on paper. */
function FaintCode() {
  const t = useT();
  return (
    <Note>
      <p>{t("qr.faint")}</p>
    </Note>
  );
}
