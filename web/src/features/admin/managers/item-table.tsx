import { lazy, Suspense, useEffect, useRef } from "react";
import { collections } from "../../../api/collections.gen";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { type Manager, type ManagerKey, managers, traitsOf } from "../collections";
import { type Choice, ItemRow } from "./item-row";
import { titleOf } from "./item-title";
import { useOrder } from "./use-order";

const SortableRows = lazy<typeof PlainRows>(() =>
  import("./sortable-rows").then(
    ({ SortableRows }) => ({ default: SortableRows }),
    () => ({ default: PlainRows }),
  ),
);

type RowsProps = {
  name: ManagerKey;
  items: readonly Item[];
  choice?: Choice | undefined;
  onDelete: (item: Item) => void;
  onMove?: (from: number, to: number) => void;
};

function PlainRows({ items, onMove, ...props }: RowsProps) {
  const rows = items.map((item, index) => {
    const move = onMove && { index, count: items.length, to: (to: number) => onMove(index, to) };
    return <ItemRow key={item.id} item={item} {...props} move={move} />;
  });
  return <>{rows}</>;
}

type Props = {
  name: ManagerKey;
  items: readonly Item[];
  /** The list is filtered, so its order cannot be changed. */
  sifted: boolean;
  choice: Choice | undefined;
  onDelete: (item: Item) => void;
};

/** A table on a desktop; on a phone each row is a card. */
export function ItemTable({ name, items, sifted, choice, onDelete }: Props) {
  const { lang, t } = useLanguage();
  const { collection, columns }: Manager = managers[name];
  const { title, scheduled } = traitsOf(collection);
  const ordered = collections[collection].ordered && !sifted && !choice;
  const { move, moved } = useOrder(collection, items);
  const body = useRef<HTMLTableSectionElement>(null);

  // A row that moves in the DOM loses the focus.
  useEffect(() => {
    if (!moved || document.activeElement !== document.body) return;
    body.current?.querySelector<HTMLElement>(`[data-${moved.way}="${CSS.escape(moved.item.id)}"]`)?.focus();
  }, [moved]);

  const plain = (
    <PlainRows name={name} items={items} choice={choice} onDelete={onDelete} {...(ordered ? { onMove: move } : {})} />
  );
  const heads = [
    ...[title, ...columns].map((field) => t.first([`item.${collection}.${field}`])),
    ...(scheduled ? [t("state.column")] : []),
    t("manager.actions"),
  ];
  return (
    <>
      <table className="block overflow-clip rounded-card border border-line bg-white shadow-card lg:table lg:w-full lg:border-separate lg:border-spacing-0">
        <caption className="sr-only">{t(`manager.${name}.title`)}</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="border-b border-line px-4 py-3 text-left text-sm font-semibold text-muted last:text-right"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="block divide-y divide-line lg:table-row-group">
          {ordered ? (
            <Suspense fallback={plain}>
              <SortableRows name={name} items={items} onDelete={onDelete} onMove={move} />
            </Suspense>
          ) : (
            plain
          )}
        </tbody>
      </table>
      {ordered && (
        <p role="status" className="sr-only">
          {moved &&
            t("manager.order.dropped", {
              title: titleOf(name, moved.item, { lang, t }),
              place: moved.place,
              count: moved.count,
            })}
        </p>
      )}
    </>
  );
}
