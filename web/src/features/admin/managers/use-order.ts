import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useBeforeUnload } from "react-router";
import { itemsQuery, orderItems } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import type { CollectionKey, Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { useAuth } from "../sign-in/auth";

/** An item that was moved. */
export type Moved = { item: Item; place: number; count: number; way: "up" | "down" };

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Moves items optimistically. If storing the order fails, all return to the last stored order. */
export function useOrder(collection: CollectionKey, items: readonly Item[]) {
  const t = useT();
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const { queryKey } = itemsQuery(collection);
  const [last, setLast] = useState<Moved | null>(null);
  /** The order on the server before the first pending move. */
  const stored = useRef<readonly Item[] | null>(null);

  // Pages keep their lengths, because the next page begins where they end.
  const show = (order: readonly Item[]) =>
    queries.setQueryData(queryKey, (all) => {
      const rest = [...order];
      const pages = all?.pages.map((page) => ({ ...page, items: rest.splice(0, page.items.length) }));
      return all && pages && { ...all, pages };
    });

  const save = useMutation({
    mutationFn: (order: readonly Item[]) =>
      keepSession(() =>
        orderItems(
          collection,
          order.map(({ id }) => id),
        ),
      ),
    // Run in order, so that the last move is stored last.
    scope: { id: `order ${collection}` },
    onSuccess: (_, order) => {
      stored.current = order;
    },
    onError: (error) => {
      if (stored.current) show(stored.current);
      setLast(null);
      const reason = t.first([`error.${errorCode(error)}`, "error.internal"]);
      const description = `${t("manager.order.failed.description")} ${reason}`;
      toast({ title: t("manager.order.failed"), description, tone: "destructive" });
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: ["order", collection] }) > 1) return;
      stored.current = null;
      return queries.invalidateQueries({ queryKey });
    },
    mutationKey: ["order", collection],
  });

  // A pending save would be lost with the page.
  useBeforeUnload((event) => {
    if (save.isPending) event.preventDefault();
  });

  const move = (from: number, to: number) => {
    const item = items[from];
    // A second click can come before the first one is rendered, so each move starts from the cached order.
    const current = queries.getQueryData(queryKey)?.pages.flatMap(({ items }) => items) ?? items;
    const start = current.findIndex(({ id }) => id === item?.id);
    const end = start + to - from;
    if (!item || start < 0 || start === end || end < 0 || end >= current.length) return;
    stored.current ??= current;
    const order = moved(current, start, end);
    // A response that is under way would restore the old order.
    void queries.cancelQueries({ queryKey });
    show(order);
    const count = queries.getQueryData(queryKey)?.pages[0]?.total ?? current.length;
    setLast({ item, place: end + 1, count, way: end < start ? "up" : "down" });
    save.mutate(order);
  };

  return { move, moved: last };
}
