import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { createItem, type Items, itemQuery, itemsQuery, saveItem, undeleteItem } from "../../../api/collections";
import { ApiError } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Item } from "../../../api/types";
import type { Lang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import type { Manager } from "../collections";
import type { DraftIssue } from "../draft/draft";
import { type Sending, useDraft } from "../draft/use-draft";
import { useAuth } from "../sign-in/auth";
import type { Texts } from "../values/texts";
import {
  baseOf,
  changesFrom,
  changesOf,
  creationOf,
  formOf,
  lenderOf,
  lent,
  missingIn,
  newBase,
  signed,
} from "./item-draft";

type Options = {
  manager: Manager;
  /** Nothing when it is new. */
  item: Item | undefined;
  /** What kind of item it is, where there is more than one. */
  kind: string;
  onSaved: (item: Item) => void;
  /** `lender` is the language that has a text where the owner's lacks one. */
  onRefused: (issues: readonly DraftIssue[], lender: Lang | undefined) => void;
  onFailed: () => void;
};

type Pages = InfiniteData<Items>;

const holds = (list: Pages | undefined, item: Item) =>
  list?.pages.some(({ items }) => items.some(({ id }) => id === item.id)) === true;

/** A list with one of its items as it is now. */
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
export function useItem({ manager, item, kind, onSaved, onRefused, onFailed }: Options) {
  const { collection, signedBy } = manager;
  const queries = useQueryClient();
  const { keepSession, user } = useAuth();
  const author = user?.name ?? "";

  const adopt = (saved: Item) => {
    const { texts } = baseOf(collection, saved);
    const missing = missingIn(manager, texts, edit.primary);
    queries.setQueryData(itemQuery(collection, saved.id).queryKey, saved);
    const { queryKey } = itemsQuery(collection);
    if (holds(queries.getQueryData(queryKey), saved))
      queries.setQueryData(queryKey, (list) => withItem(list, { ...saved, missing }));
    // Where a new one stands the server knows: shown elsewhere first, it would jump under the thumb.
    else void queries.resetQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: siteKey });
  };

  const create = async (texts: Texts, key: string): Promise<Item> => {
    const created = await createItem(collection, key, creationOf(collection, texts));
    // An earlier try may have made it, with what was typed then.
    const changes = edit.tried ? changesFrom(collection, baseOf(collection, created).texts, texts) : {};
    if (Object.keys(changes).length === 0) return created;
    return saveItem(collection, created.id, { ...changes, revision: created.revision });
  };

  const send = ({ places, texts, revision }: Sending): Promise<Item> => {
    if (item) return keepSession(() => saveItem(collection, item.id, { ...changesOf(places, texts), revision }));
    const key = edit.tried ?? randomKey();
    edit.setTried(key);
    return keepSession(() => create(texts, key));
  };

  const edit = useDraft<Item>({
    name: `${collection}/${item?.id ?? (kind && `new ${kind}`)}`,
    form: formOf(collection, kind),
    stored: item ? baseOf(collection, item) : newBase(manager, author, kind),
    baseOf: (item) => baseOf(collection, item),
    newerOf: ({ currentItem }) => (item && !currentItem?.deletedAt ? currentItem : undefined),
    send,
    onSaved: (saved) => {
      adopt(saved);
      onSaved(saved);
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.currentItem) adopt(error.currentItem);
      onFailed();
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
    if (issues.length > 0) onRefused(issues, lenderOf(draft, issues, edit));
  };

  const lender = lenderOf(edit.draft, edit.issues, edit);
  const lend = () => lender && submit(lent(collection, edit.draft, lender, edit.primary));

  return { ...edit, submit, lender, lend, bringBack };
}
