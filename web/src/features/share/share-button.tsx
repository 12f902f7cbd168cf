import { Share2 } from "lucide-react";
import { useT } from "../../i18n/language";
import { useLazyDialog } from "../../lib/use-lazy-dialog";
import { usePreload } from "../../lib/use-preload";
import { Button } from "../../ui/button";

type Props = { brandName: string; profileUrl: string };

const loadDialog = () => import("./share-dialog").then((module) => module.ShareDialog);

export function ShareButton(props: Props) {
  const t = useT();
  const { Dialog, open, close } = useLazyDialog(loadDialog);
  usePreload(loadDialog);
  return (
    <>
      <Button tone="gold" aria-haspopup="dialog" onClick={open}>
        <Share2 size={20} />
        {t("home.share")}
      </Button>
      {Dialog && <Dialog {...props} onClose={close} />}
    </>
  );
}
