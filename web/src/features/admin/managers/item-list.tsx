import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Items } from "../../../api/collections";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { newItemPath } from "../../../paths";
import { linkLook } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import type { ManagerKey } from "../collections";
import { Frame } from "../frame/frame";
import { Bin } from "./bin";
import { DeleteDialog } from "./delete-dialog";
import { ItemTable } from "./item-table";
import { useBin } from "./use-bin";

type Props = { name: ManagerKey } & Items;

export function ItemList({ name, items, bin }: Props) {
  const t = useT();
  const location = useLocation() as { state: { from?: string } | null };
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Item | null>(null);
  const { remove, restore } = useBin(name);
  const from = location.state?.from;

  // Who comes back from a form goes on where the item stands.
  useEffect(() => {
    if (from) list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(from)}"]`)?.focus();
  }, [from]);

  const confirm = (item: Item) => {
    setChosen(null);
    remove.mutate(item);
    list.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  };

  return (
    <Frame title={t(`manager.${name}.title`)} back>
      <div ref={list} className="grid grid-cols-1 gap-6 pb-8">
        <div>
          <Link to={newItemPath(name)} data-add="" className={linkLook("gold")}>
            <Plus size={20} />
            {t(`manager.${name}.add`)}
          </Link>
        </div>
        {items.length > 0 ? (
          <ItemTable name={name} items={items} onDelete={setChosen} />
        ) : (
          <Empty>{t(`manager.${name}.empty`)}</Empty>
        )}
        {bin.length > 0 && (
          <Bin name={name} items={bin} busy={restore.isPending} onRestore={(item) => restore.mutate(item)} />
        )}
      </div>
      {chosen && (
        <DeleteDialog name={name} item={chosen} onConfirm={() => confirm(chosen)} onClose={() => setChosen(null)} />
      )}
    </Frame>
  );
}
