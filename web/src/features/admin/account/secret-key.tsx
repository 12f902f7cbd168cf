import { Copy } from "lucide-react";
import { useT } from "../../../i18n/language";
import { copyText } from "../../../lib/copy-text";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";

/** The key in groups of four, for typing it into another device. */
export function SecretKey({ secret }: { secret: string }) {
  const t = useT();
  const copy = async () => {
    if (await copyText(secret, null)) toast({ title: t("account.copied") });
  };
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1.5">
      <p className="col-span-2 text-sm font-semibold">{t("account.totp.key")}</p>
      <code className="rounded-well border border-line bg-ivory px-3 py-2 text-sm">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <Button aria-label={t("account.copy")} onClick={copy}>
        <Copy size={18} />
      </Button>
    </div>
  );
}
