import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useBeforeUnload } from "react-router";
import { itemsQuery, orderItems, saveItem } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Item, ItemChanges } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { toast } from "../../../lib/toast";
import { type Manager, type ManagerKey, managers } from "../collections";
import { usePrimary } from "../form/use-primary";
import { useAuth } from "../sign-in/auth";
import { toastAction } from "../ui/toast-action";
import { textOf } from "../values/item-text";
import { entriesOf, groupAt, itemsOf, movedBack, movedIn, takeOver } from "./groups";
import { titleOf } from "./item-title";

/** An item that was moved, perhaps to another group. */
export type Moved = { item: Item; place: number; count: number; way: "up" | "down"; group: string };

/** Items in their new order, and the one that changes its group with what is to be stored for it. */
type Placing = { order: readonly Item[]; id: string; changes: ItemChanges | undefined };

/** Moves items optimistically. If storing the order fails, all return to the last stored order. */
export function useOrder(name: ManagerKey, items: readonly Item[]) {
  const language = useLanguage();
  const { lang, t } = language;
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const primary = usePrimary();
  const manager: Manager = managers[name];
  const { collection, grouped } = manager;
  const { queryKey } = itemsQuery(collection);
  const [last, setLast] = useState<Moved | null>(null);
  /** The order on the server before the first pending move. */
  const stored = useRef<readonly Item[] | null>(null);

  const known = () => queries.getQueryData(queryKey)?.pages.flatMap(({ items }) => items);

  // Pages keep their lengths, because the next page begins where they end. An earlier order has older revisions.
  const show = (order: readonly Item[]) =>
    queries.setQueryData(queryKey, (all) => {
      const newest = new Map(known()?.map(({ id, revision }) => [id, revision]));
      const rest = order.map((item) => revised(item, Math.max(item.revision, newest.get(item.id) ?? 0)));
      const pages = all?.pages.map((page) => ({ ...page, items: rest.splice(0, page.items.length) }));
      return all && pages && { ...all, pages };
    });

  const adopt = (saved: Item) =>
    show((known() ?? []).map((item) => (item.id === saved.id ? revised(item, saved.revision) : item)));

  const save = useMutation({
    mutationFn: ({ order, id, changes }: Placing) =>
      keepSession(async () => {
        // An earlier move may have stored a new revision since.
        const revision = known()?.find((item) => item.id === id)?.revision;
        if (changes && revision !== undefined) adopt(await saveItem(collection, id, { ...changes, revision }));
        await orderItems(
          collection,
          order.map(({ id }) => id),
        );
      }),
    // Run in order, so that the last move is stored last.
    scope: { id: `order ${collection}` },
    onSuccess: (_, { order }) => {
      stored.current = order;
    },
    onError: (error) => {
      if (stored.current) show(stored.current);
      setLast(null);
      const reason = t.first([`error.${errorCode(error)}`, "error.internal"]);
      const description = `${t("manager.order.failed.description")} ${reason}`;
      toast({ title: t("manager.order.failed"), description, tone: "destructive" });
    },
    onSettled: (_, __, { changes }) => {
      if (queries.isMutating({ mutationKey: ["order", collection] }) > 1) return;
      stored.current = null;
      return queries.invalidateQueries({ queryKey: changes ? siteKey : queryKey });
    },
    mutationKey: ["order", collection],
  });

  // A pending save would be lost with the page.
  useBeforeUnload((event) => {
    if (save.isPending) event.preventDefault();
  });

  const put = (order: readonly Item[], item: Item, changes: ItemChanges | undefined) => {
    stored.current ??= known() ?? items;
    // A response that is under way would restore the old order.
    void queries.cancelQueries({ queryKey });
    show(order);
    save.mutate({ order, id: item.id, changes });
  };

  /** Moves a row. Its group is that of the heading above its new place. */
  const move = (from: number, to: number) => {
    const id = entriesOf(manager, items, primary)[from]?.id;
    // A second click can come before the first one is rendered, so each move starts from the cached order.
    const current = entriesOf(manager, known() ?? items, primary);
    const start = current.findIndex((entry) => entry.id === id);
    const end = start + to - from;
    const item = current[start]?.item;
    if (!item || start === end || end < 0 || end >= current.length) return;
    const entries = movedIn(current, start, end);
    const group = groupAt(entries, end);
    const isNew = grouped !== undefined && group?.id !== groupAt(current, start)?.id;
    const changes = isNew ? takeOver(grouped, item, group?.first) : undefined;
    const order = itemsOf(entries).map((other) => (other === item && changes ? changed(item, changes) : other));
    put(order, item, changes);
    const count = queries.getQueryData(queryKey)?.pages[0]?.total ?? order.length;
    const place = order.findIndex((other) => other.id === item.id) + 1;
    const groupName = grouped && group ? textOf(group.first, grouped, lang) : "";
    setLast({ item, place, count, way: end < start ? "up" : "down", group: groupName });
    if (!changes) return;
    const undo = () => {
      // Later moves stay.
      const order = known() ?? items;
      const now = order.find((other) => other.id === item.id);
      if (!grouped || !now) return;
      const changes = takeOver(grouped, now, item);
      const back = movedBack(order, item.id, current);
      put(
        back.map((other) => (other === now ? changed(now, changes) : other)),
        now,
        changes,
      );
    };
    toast({
      title: t(groupName ? "manager.order.grouped" : "manager.order.ungrouped", {
        title: titleOf(name, item, language),
        group: groupName,
      }),
      action: toastAction(t("manager.undo"), undo),
    });
  };

  return { move, moved: last };
}

const revised = (item: Item, revision: number): Item => ({ ...item, revision });

/** An item as it will be after a change. */
const changed = (item: Item, { values, translations }: ItemChanges): Item => ({
  ...item,
  values: { ...item.values, ...values },
  translations: {
    ...item.translations,
    ...Object.fromEntries(
      Object.entries(translations ?? {}).map(([lang, texts]) => [lang, { ...item.translations[lang], ...texts }]),
    ),
  },
});
