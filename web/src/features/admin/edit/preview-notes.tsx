import { CircleCheck } from "lucide-react";
import type { PagePreviewAnswer } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { type Preview, previews } from "../screens";
import { Note } from "../ui/note";

/** What the server says of what is chosen, beside how it looks. */
export function PreviewNotes({ preview, page }: { preview: Preview; page: PagePreviewAnswer | undefined }) {
  if (preview === previews.looks && page) return <Readable ratios={page.ratios} />;
  return preview === previews.qr && page?.faint ? <FaintCode /> : null;
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
