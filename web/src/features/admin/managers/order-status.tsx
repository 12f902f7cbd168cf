import { useLanguage } from "../../../i18n/language";
import { titleOf } from "./item-title";
import type { Moved } from "./use-order";

/** Tells who cannot see the list where an item went. */
export function OrderStatus({ moved }: { moved: Moved | null }) {
  const { lang, t } = useLanguage();
  return (
    <p role="status" className="sr-only">
      {moved &&
        t("manager.order.dropped", { title: titleOf(moved.item, lang), place: moved.place, count: moved.count })}
    </p>
  );
}
