import { type InfiniteData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createItem, type Items, itemQuery, itemsQuery, saveItem, undeleteItem } from "../../../api/collections";
import { ApiError } from "../../../api/errors";
import { siteKey, storedSiteQuery } from "../../../api/queries";
import type { Item, ItemChanges } from "../../../api/types";
import { drop } from "../../../lib/kept";
import { baseLang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import type { Manager } from "../collections";
import type { Base, DraftIssue } from "../draft/draft";
import { type Sending, useDraft } from "../draft/use-draft";
import { useAuth } from "../sign-in/auth";
import type { Texts } from "../values/texts";
import { baseOf, changesFrom, changesOf, creationOf, formOf, missingIn, newBase, signed } from "./item-draft";

type Options = {
  manager: Manager;
  /** Undefined for a new item. */
  item: Item | undefined;
  /** The kind of item, if the list has several. */
  kind: string;
  /** What a new item begins with; by default, its fields' defaults. */
  start?: Base;
  onSaved: (item: Item, auto: boolean) => void;
  onRefused: (issues: readonly DraftIssue[]) => void;
  onFailed: () => void;
};

type Pages = InfiniteData<Items>;

const holds = (list: Pages | undefined, item: Item) =>
  list?.pages.some(({ items }) => items.some(({ id }) => id === item.id)) === true;

/** A list with one item updated or removed. */
function withItem(list: Pages | undefined, item: Item): Pages | undefined {
  return (
    list && {
      ...list,
      pages: list.pages.map((page) => ({
        ...page,
        items: page.items.flatMap((other) => (other.id !== item.id ? other : item.deletedAt ? [] : item)),
      })),
    }
  );
}

/** The draft of an item, new or not. */
export function useItem({ manager, item, kind, start, onSaved, onRefused, onFailed }: Options) {
  const { collection, signedBy } = manager;
  const queries = useQueryClient();
  const { keepSession, user } = useAuth();
  const author = useQuery(storedSiteQuery).data?.site.articleAuthor || (user?.name ?? "");

  const adopt = (saved: Item) => {
    const { texts } = baseOf(collection, saved);
    const missing = missingIn(manager, texts, edit.primary);
    queries.setQueryData(itemQuery(collection, saved.id).queryKey, saved);
    const { queryKey } = itemsQuery(collection);
    if (holds(queries.getQueryData(queryKey), saved))
      queries.setQueryData(queryKey, (list) => withItem(list, { ...saved, missing }));
    // Only the server knows the position of a new item. If the list showed it elsewhere first, the item would jump.
    else void queries.resetQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: siteKey });
  };

  const create = async (texts: Texts, key: string, how: Pick<ItemChanges, "auto">): Promise<Item> => {
    const created = await createItem(collection, key, { ...creationOf(collection, texts), ...how });
    // An earlier attempt may have created the item with the text typed then.
    const changes = edit.tried ? changesFrom(collection, baseOf(collection, created).texts, texts) : {};
    if (Object.keys(changes).length === 0) return created;
    return saveItem(collection, created.id, { ...changes, ...how, revision: created.revision });
  };

  const name = `${collection}/${item?.id ?? (kind && `new ${kind}`)}`;

  const send = ({ places, texts, revision, auto }: Sending): Promise<Item> => {
    const how = auto ? { auto } : {};
    if (item)
      return keepSession(() => saveItem(collection, item.id, { ...changesOf(places, texts), ...how, revision }));
    const key = edit.tried ?? randomKey();
    edit.setTried(key);
    return keepSession(() => create(texts, key, how));
  };

  const edit = useDraft<Item>({
    name,
    form: formOf(collection, kind),
    stored: item ? baseOf(collection, item) : (start ?? newBase(manager, author, kind)),
    baseOf: (item) => baseOf(collection, item),
    newerOf: ({ currentItem }) => (item && !currentItem?.deletedAt ? currentItem : undefined),
    send,
    onSaved: (saved, _, auto) => {
      adopt(saved);
      // From now on the draft is stored under the item's id.
      if (!item) drop(name);
      onSaved(saved, auto);
    },
    onFailed: (error, auto) => {
      if (error instanceof ApiError && error.currentItem) adopt(error.currentItem);
      if (!auto) onFailed();
    },
  });

  const bringBack = useMutation({
    mutationFn: (id: string) => keepSession(() => undeleteItem(collection, id)),
    onSuccess: adopt,
    onError: onFailed,
  });

  const submit = (typed = edit.draft) => {
    const draft = signed(signedBy, typed, author);
    const issues = edit.submit(draft);
    if (issues.length > 0) onRefused(issues);
  };

  /** Autosaves a draft. Fills in the author first, like a manual save. */
  const autosave = (typed: Texts) => {
    const draft = signed(signedBy, typed, author);
    if (draft === typed || !signedBy) return edit.autosave(typed);
    edit.type(baseLang, signedBy, author);
  };

  return { ...edit, submit, autosave, bringBack };
}
