import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import { useRef } from "react";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import type { TranslationKey } from "../../../i18n/words";
import { type Manager, type ManagerKey, managers } from "../collections";
import { IconButton } from "../ui/icon-button";
import { textOf } from "../values/item-text";
import { GroupRow } from "./group-row";
import { type Group, groupAt, itemsOf, movedIn } from "./groups";
import { ItemRow, type Move, type Opened } from "./item-row";
import type { RowsProps } from "./item-table";
import { titleOf } from "./item-title";

/** Rows that can also be dragged, by pointer or keyboard; every step is announced. */
export function SortableRows({ name, entries, opened, onDelete, onMove }: RowsProps) {
  const { lang, t } = useLanguage();
  const { grouped }: Manager = managers[name];
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const lifted = useRef(false);
  const indexOf = (id: unknown) => entries.findIndex((entry) => entry.id === id);

  /** Says where the item `id` is if it is put down on the row `place`. */
  const say = (key: TranslationKey, id: unknown, place: unknown = id) => {
    const item = entries[indexOf(id)]?.item;
    const placed = movedIn(entries, indexOf(id), indexOf(place));
    const order = itemsOf(placed);
    const group = grouped && groupAt(placed, indexOf(place))?.first;
    const text =
      item && t(key, { title: titleOf(name, item, { lang, t }), place: order.indexOf(item) + 1, count: order.length });
    return text && [text, group && textOf(group, grouped, lang)].filter(Boolean).join(" ");
  };

  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove?.(indexOf(active.id), indexOf(over.id));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        // Outside the table, where these elements are not allowed.
        container: document.body,
        screenReaderInstructions: { draggable: t("manager.order.instructions") },
        announcements: {
          onDragStart: () => {
            lifted.current = true;
            return undefined;
          },
          // The first drag-over is at the item's own place. Announce it here, because the arrow keys work only from now
          // on.
          onDragOver: ({ active, over }) => {
            const first = lifted.current;
            lifted.current = false;
            if (!over) return undefined;
            return first && over.id === active.id
              ? say("manager.order.lifted", active.id)
              : say("manager.order.over", active.id, over.id);
          },
          // The component that stores the new place announces it.
          onDragEnd: ({ active, over }) =>
            !over || over.id === active.id ? say("manager.order.cancelled", active.id) : undefined,
          onDragCancel: ({ active }) => say("manager.order.cancelled", active.id),
        },
      }}
    >
      <SortableContext items={entries.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {entries.map((entry, index) =>
          entry.group ? (
            <SortableHeading key={entry.id} name={name} group={entry.group} />
          ) : (
            <SortableRow
              key={entry.id}
              name={name}
              item={entry.item}
              opened={opened}
              onDelete={onDelete}
              move={{ index, count: entries.length, to: (to) => onMove?.(index, to) }}
            />
          ),
        )}
      </SortableContext>
    </DndContext>
  );
}

/** A heading cannot be dragged, but an item can be dragged past it. */
function SortableHeading({ name, group }: { name: ManagerKey; group: Group }) {
  const { setNodeRef, transform, transition } = useSortable({ id: group.id, disabled: { draggable: true } });
  return <GroupRow name={name} group={group} rowRef={setNodeRef} style={styleOf(transform, transition)} />;
}

const styleOf = (transform: Parameters<typeof CSS.Translate.toString>[0], transition: string | undefined) => ({
  transform: CSS.Translate.toString(transform),
  ...(transition ? { transition } : {}),
});

type RowProps = { name: ManagerKey; item: Item; opened: Opened; onDelete: (item: Item) => void; move: Move };

function SortableRow({ item, ...props }: RowProps) {
  const { lang, t } = useLanguage();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: item.id,
  });
  const handle = (
    <IconButton
      ref={setActivatorNodeRef}
      icon={GripVertical}
      label={t("manager.order.handle", { title: titleOf(props.name, item, { lang, t }) })}
      {...listeners}
      aria-describedby={attributes["aria-describedby"]}
      className="z-1 -mr-2.5 -ml-3.5 cursor-grab touch-none lg:mr-0 lg:-ml-2"
    />
  );
  return (
    <ItemRow
      {...props}
      item={item}
      handle={handle}
      rowRef={setNodeRef}
      style={styleOf(transform, transition)}
      lifted={isDragging}
    />
  );
}
