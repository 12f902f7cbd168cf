import { useInfiniteQuery } from "@tanstack/react-query";
import { Import, Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { itemsQuery } from "../../../api/collections";
import { collections } from "../../../api/collections.gen";
import type { Item } from "../../../api/types";
import { useLanguage, useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { bringPath, newItemPath } from "../../../paths";
import { linkLook } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import { type Manager, type ManagerKey, managers } from "../collections";
import { SureDialog } from "../form/sure-dialog";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import { More } from "../ui/more";
import { thumbBar } from "../ui/thumb-bar";
import { Bin } from "./bin";
import { ItemTable } from "./item-table";
import { titleOf } from "./item-title";
import { takeLeft } from "./left-item";
import { useBin } from "./use-bin";

export function ItemList({ name }: { name: ManagerKey }) {
  const t = useT();
  const { collection } = managers[name];
  const list = useInfiniteQuery(itemsQuery(collection));
  const { data, hasNextPage, isFetching, fetchNextPage } = list;

  // An order is told by all of a list.
  useEffect(() => {
    if (collections[collection].ordered && hasNextPage && !isFetching) void fetchNextPage();
  }, [collection, hasNextPage, isFetching, fetchNextPage]);

  return (
    <Frame title={t(`manager.${name}.title`)} back>
      {data ? (
        <Known name={name} items={data.pages.flatMap(({ items }) => items)} more={<More list={list} />} />
      ) : (
        <Pending query={list} />
      )}
    </Frame>
  );
}

function Known({ name, items, more }: { name: ManagerKey; items: readonly Item[]; more: ReactNode }) {
  const { lang, t } = useLanguage();
  const location = useLocation() as { state: { from?: string } | null };
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Item | null>(null);
  const { remove, restore } = useBin(name);
  const { brings }: Manager = managers[name];
  const [from] = useState(() => location.state?.from ?? takeLeft());

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
    <>
      <div ref={list} className="grid grid-cols-1 gap-6 pb-20 lg:pb-8">
        {brings && (
          <Link to={bringPath(name)} className={cx(linkLook(), "justify-self-start")}>
            <Import size={20} />
            {t("bring.title")}
          </Link>
        )}
        <div className={cx(thumbBar, "lg:static lg:bg-transparent lg:p-0 lg:*:flex-none")}>
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
        {more}
        <Bin name={name} busy={restore.isPending} onRestore={(item) => restore.mutate(item)} />
      </div>
      {chosen && (
        <SureDialog
          title={t("manager.delete.title", { title: titleOf(name, chosen, { lang, t }) })}
          text={t("manager.delete.description")}
          keep={t("manager.cancel")}
          action={t("manager.delete.confirm")}
          onSure={() => confirm(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}
