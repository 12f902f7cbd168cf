import { Share2 } from "lucide-react";
import { useState } from "react";
import { useT } from "../../i18n/language";
import { toast } from "../../lib/toast";
import { useLazy } from "../../lib/use-lazy";
import { Button } from "../../ui/button";

type Props = { brandName: string; profileUrl: string };

const loadDialog = () => import("./share-dialog").then((module) => module.ShareDialog);

export function ShareButton(props: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { Component: ShareDialog, ask } = useLazy(loadDialog);

  const share = () => {
    setOpen(true);
    ask().catch(() => {
      setOpen(false);
      toast({ title: t("toast.error"), description: t("common.offline"), tone: "destructive" });
    });
  };

  return (
    <>
      <Button tone="gold" aria-haspopup="dialog" onClick={share}>
        <Share2 size={20} />
        {t("home.share")}
      </Button>
      {open && ShareDialog && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
