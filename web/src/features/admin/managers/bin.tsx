import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown, Trash2, Undo2 } from "lucide-react";
import { itemsQuery } from "../../../api/collections";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../ui/button";
import { type ManagerKey, managers } from "../collections";
import { More } from "../ui/more";
import { dayText, today } from "../values/days";
import { numberText } from "../values/number-text";
import { titleOf } from "./item-title";

type Props = { name: ManagerKey; busy: boolean; onRestore: (item: Item) => void };

/** Deleted items, which can be restored. */
export function Bin({ name, busy, onRestore }: Props) {
  const { lang, t } = useLanguage();
  const list = useInfiniteQuery(itemsQuery(managers[name].collection, { bin: true }));
  const items = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (items.length === 0) return null;
  return (
    <details className="group rounded-card border border-line bg-white shadow-card">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 font-semibold">
        <Trash2 size={20} />
        <h2 className="flex-1">{t("manager.bin", { count: numberText(lang, list.data?.pages[0]?.total ?? 0) })}</h2>
        <span className="text-muted group-open:rotate-180">
          <ChevronDown size={20} />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-3 p-4">
            <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <p className="font-semibold">{titleOf(name, item, { lang, t })}</p>
              {item.deletedAt && (
                <p className="text-sm text-muted">
                  {t("manager.bin.deletedAt", { date: dayText(t, today(Date.parse(item.deletedAt))) })}
                </p>
              )}
            </div>
            <Button
              disabled={busy}
              aria-label={t("manager.bin.restore.name", { title: titleOf(name, item, { lang, t }) })}
              onClick={() => onRestore(item)}
            >
              <Undo2 size={18} />
              {t("manager.bin.restore")}
            </Button>
          </li>
        ))}
      </ul>
      <More list={list} />
    </details>
  );
}
