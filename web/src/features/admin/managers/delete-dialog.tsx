import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import type { ManagerKey } from "../collections";
import { SureDialog } from "../form/sure-dialog";
import { titleOf } from "./item-title";

type Props = { name: ManagerKey; item: Item; onConfirm: () => void; onClose: () => void };

export function DeleteDialog({ name, item, onConfirm, onClose }: Props) {
  const { lang, t } = useLanguage();
  return (
    <SureDialog
      title={t("manager.delete.title", { title: titleOf(name, item, lang) })}
      text={t("manager.delete.description")}
      keep={t("manager.cancel")}
      action={t("manager.delete.confirm")}
      onSure={onConfirm}
      onClose={onClose}
    />
  );
}
