import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { titleOf } from "./item-title";

type Props = { item: Item; onConfirm: () => void; onClose: () => void };

export function DeleteDialog({ item, onConfirm, onClose }: Props) {
  const { lang, t } = useLanguage();
  return (
    <Dialog
      title={t("manager.delete.title", { title: titleOf(item, lang) })}
      closeLabel={t("common.close")}
      onClose={onClose}
    >
      <p className="mb-6 text-muted">{t("manager.delete.description")}</p>
      <div className="flex gap-3 *:flex-1">
        <Button data-autofocus="" onClick={onClose}>
          {t("manager.cancel")}
        </Button>
        <Button tone="danger" onClick={onConfirm}>
          {t("manager.delete.confirm")}
        </Button>
      </div>
    </Dialog>
  );
}
