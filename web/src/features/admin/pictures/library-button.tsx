import { Images } from "lucide-react";
import type { Picture } from "../../../api/library";
import { useT } from "../../../i18n/language";
import { useLazyDialog } from "../../../lib/use-lazy-dialog";
import { TextButton } from "../ui/text-button";

const load = () => import("./library-dialog").then(({ LibraryDialog }) => LibraryDialog);

/** Opens the library of existing pictures; shown beside every upload button. */
export function LibraryButton({ onUse }: { onUse: (picture: Picture) => void }) {
  const t = useT();
  const { Dialog, open, close } = useLazyDialog(load);
  return (
    <>
      <TextButton onClick={open} className="justify-self-start">
        <Images size={20} className="shrink-0" />
        {t("library.choose")}
      </TextButton>
      {Dialog && <Dialog onUse={onUse} onClose={close} />}
    </>
  );
}
