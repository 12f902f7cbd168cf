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
import { cx } from "../../../lib/cx";
import { type ManagerKey, managers, traitsOf } from "../collections";
import { IconButton } from "../ui/icon-button";
import { ItemRow, type Move } from "./item-row";
import { titleOf } from "./item-title";

type Props = {
  name: ManagerKey;
  items: readonly Item[];
  onDelete: (item: Item) => void;
  onMove?: (from: number, to: number) => void;
};

/** Rows that can also be dragged, by pointer or keyboard; every step is announced. */
export function SortableRows({ name, items, onDelete, onMove }: Props) {
  const { lang, t } = useLanguage();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const lifted = useRef(false);
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);

  const say = (key: TranslationKey, id: unknown, place: unknown = id) => {
    const item = items[indexOf(id)];
    return item && t(key, { title: titleOf(name, item, { lang, t }), place: indexOf(place) + 1, count: items.length });
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
          // The first drag-over is at the item's own place. Announce it here: only now do the arrow keys work.
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
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {items.map((item, index) => (
          <SortableRow
            key={item.id}
            name={name}
            item={item}
            onDelete={onDelete}
            move={{ index, count: items.length, to: (to) => onMove?.(index, to) }}
          />
        ))}
      </SortableContext>
    </DndContext>
  );
}

type RowProps = { name: ManagerKey; item: Item; onDelete: (item: Item) => void; move: Move };

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
      className={cx(
        "cursor-grab touch-none lg:-ml-2",
        traitsOf(managers[props.name].collection).kind ? "-ml-3" : "hidden lg:grid",
      )}
    />
  );
  return (
    <ItemRow
      {...props}
      item={item}
      handle={handle}
      rowRef={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      lifted={isDragging}
    />
  );
}
