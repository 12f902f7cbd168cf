import { useLanguage } from "../../../i18n/language";
import type { ManagerKey } from "../collections";
import { titleOf } from "./item-title";
import type { Moved } from "./use-order";

/** Tells who cannot see the list where an item went. */
export function OrderStatus({ name, moved }: { name: ManagerKey; moved: Moved | null }) {
  const { lang, t } = useLanguage();
  return (
    <p role="status" className="sr-only">
      {moved &&
        t("manager.order.dropped", { title: titleOf(name, moved.item, lang), place: moved.place, count: moved.count })}
    </p>
  );
}
