import { Copy, Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useT } from "../../../i18n/language";
import { copyText } from "../../../lib/copy-text";
import { toast } from "../../../lib/toast";
import { Button, ButtonLink } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";

type Props = { codes: readonly string[]; onClose: () => void };

/** Recovery codes are shown only once, so this dialog cannot be dismissed by accident. */
export function CodesDialog({ codes, onClose }: Props) {
  const t = useT();
  const [kept, setKept] = useState(false);
  const text = codes.join("\n");
  const file = useMemo(
    () => URL.createObjectURL(new Blob([`${location.host}\n\n${text}\n`], { type: "text/plain" })),
    [text],
  );
  useEffect(() => () => URL.revokeObjectURL(file), [file]);
  const copy = async () => {
    if (!(await copyText(text, null))) return;
    setKept(true);
    toast({ title: t("account.copied") });
  };
  return (
    <Dialog title={t("account.codes.keepThem")} closeLabel={kept ? t("common.close") : undefined} onClose={onClose}>
      <p className="mb-4">{t("account.codes.once")}</p>
      <ol className="mb-5 grid gap-x-6 gap-y-1 rounded-well border border-line bg-ivory p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-3">
        <Button onClick={copy}>
          <Copy size={18} />
          {t("account.copy")}
        </Button>
        <ButtonLink href={file} download={`${location.hostname}-recovery-codes.txt`} onClick={() => setKept(true)}>
          <Download size={18} />
          {t("account.codes.download")}
        </ButtonLink>
        <Button tone="gold" className="col-span-2" onClick={onClose}>
          {t("account.codes.done")}
        </Button>
      </div>
    </Dialog>
  );
}
