import type { Picture } from "../../../api/library";
import { useT } from "../../../i18n/language";
import { Dialog } from "../../../ui/dialog";
import { PictureGrid } from "./picture-grid";

type Props = { onUse: (picture: Picture) => void; onClose: () => void };

/** Chooses one of the existing pictures. */
export function LibraryDialog({ onUse, onClose }: Props) {
  const t = useT();
  return (
    <Dialog title={t("library.choose")} closeLabel={t("common.close")} onClose={onClose} className="sm:max-w-2xl">
      <PictureGrid
        onChoose={(picture) => {
          onUse(picture);
          onClose();
        }}
      />
    </Dialog>
  );
}
