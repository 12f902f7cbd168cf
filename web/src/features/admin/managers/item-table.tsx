import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { collections } from "../../../api/collections.gen";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { type Manager, type ManagerKey, managers, traitsOf } from "../collections";
import { usePrimary } from "../form/use-primary";
import { GroupRow } from "./group-row";
import { type Entry, entriesOf } from "./groups";
import { type Choice, ItemRow, type Opened } from "./item-row";
import { titleOf } from "./item-title";
import { useOrder } from "./use-order";

const SortableRows = lazy<typeof PlainRows>(() =>
  import("./sortable-rows").then(
    ({ SortableRows }) => ({ default: SortableRows }),
    () => ({ default: PlainRows }),
  ),
);

export type RowsProps = {
  name: ManagerKey;
  entries: readonly Entry[];
  choice?: Choice | undefined;
  opened: Opened;
  onDelete: (item: Item) => void;
  onMove?: (from: number, to: number) => void;
};

function PlainRows({ entries, onMove, ...props }: RowsProps) {
  const rows = entries.map(({ id, item, group }, index) => {
    if (group) return <GroupRow key={id} name={props.name} group={group} />;
    const move = onMove && { index, count: entries.length, to: (to: number) => onMove(index, to) };
    return <ItemRow key={id} item={item} {...props} move={move} />;
  });
  return <>{rows}</>;
}

type Props = {
  name: ManagerKey;
  items: readonly Item[];
  /** The number of items on all pages. */
  total: number;
  /** The list is filtered, so its order cannot be changed. */
  sifted: boolean;
  choice: Choice | undefined;
  onDelete: (item: Item) => void;
};

/** A table on a desktop; on a phone each row is a card. */
export function ItemTable({ name, items, total, sifted, choice, onDelete }: Props) {
  const { lang, t } = useLanguage();
  const manager: Manager = managers[name];
  const { collection, columns } = manager;
  const { title, scheduled } = traitsOf(collection);
  const ordered = collections[collection].ordered && !sifted && !choice;
  const { move, moved } = useOrder(name, items);
  const entries = entriesOf(manager, items, usePrimary(), total);
  // Here and not in the row, because the rows are drawn anew once they can be dragged.
  const [openId, setOpenId] = useState<string>();
  const opened = { id: openId, toggle: (id: string) => setOpenId(id === openId ? undefined : id) };
  const body = useRef<HTMLTableSectionElement>(null);

  // A row that moves in the DOM loses the focus.
  useEffect(() => {
    if (!moved || document.activeElement !== document.body) return;
    body.current?.querySelector<HTMLElement>(`[data-${moved.way}="${CSS.escape(moved.item.id)}"]`)?.focus();
  }, [moved]);

  const plain = (
    <PlainRows
      name={name}
      entries={entries}
      choice={choice}
      opened={opened}
      onDelete={onDelete}
      {...(ordered ? { onMove: move } : {})}
    />
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
              <SortableRows name={name} entries={entries} opened={opened} onDelete={onDelete} onMove={move} />
            </Suspense>
          ) : (
            plain
          )}
        </tbody>
      </table>
      {ordered && (
        <p role="status" className="sr-only">
          {moved &&
            `${t("manager.order.dropped", {
              title: titleOf(name, moved.item, { lang, t }),
              place: moved.place,
              count: moved.count,
            })} ${moved.group}`.trim()}
        </p>
      )}
    </>
  );
}
