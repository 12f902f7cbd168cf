import { CircleCheck } from "lucide-react";
import type { PagePreviewAnswer } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { type Preview, previews } from "../screens";
import { Note } from "../ui/note";

/** Notes from the server about the chosen values, beside the preview. */
export function PreviewNotes({ preview, page }: { preview: Preview; page: PagePreviewAnswer | undefined }) {
  if (preview === previews.looks && page) return <Readable ratios={page.ratios} />;
  return preview === previews.qr && page?.faint ? <FaintCode /> : null;
}

/** The contrast ratios of the accent colour. The server adjusts the colour so that all text is readable. */
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

/** Warns that a colour may look fine on the screen but too faint in print. */
function FaintCode() {
  const t = useT();
  return (
    <Note>
      <p>{t("qr.faint")}</p>
    </Note>
  );
}
