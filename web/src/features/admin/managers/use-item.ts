import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import { createItem, type Items, itemsQuery, saveItem, undeleteItem } from "../../../api/collections";
import { ApiError } from "../../../api/errors";
import { siteKey } from "../../../api/queries";
import type { Item } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { baseLang, type Lang, parseLang } from "../../../lib/lang";
import { randomKey } from "../../../lib/random-key";
import type { ItemField, Manager } from "../collections";
import { useAuth } from "../sign-in/auth";
import {
  changesOf,
  creationOf,
  draftOf,
  type ItemDraft,
  type ItemIssue,
  isSame,
  issuesOf,
  lenderOf,
  lent,
  newDraft,
  rebased,
} from "./item-draft";

/** What survives a reload: what is typed, what it is based on, and under which key a new item was tried. */
type Kept = { draft: ItemDraft; base: ItemDraft; revision: number; key: string; tried: boolean };

/** `generation` counts how often the whole draft was replaced, for inputs that keep a state of their own. */
type State = Kept & { generation: number; restored: boolean };

type Options = {
  manager: Manager;
  /** Nothing when it is new. */
  item: Item | undefined;
  onSaved: (item: Item) => void;
  /** `lender` is the language that has a text where the base language lacks one. */
  onRefused: (issues: readonly ItemIssue[], lender: Lang | undefined) => void;
  onFailed: () => void;
};

function withItem(items: Items | undefined, item: Item): Items | undefined {
  if (!items) return undefined;
  const rest = (list: Item[]) => list.filter(({ id }) => id !== item.id);
  if (item.deletedAt) return { items: rest(items.items), bin: [item, ...rest(items.bin)] };
  const known = items.items.some(({ id }) => id === item.id);
  return {
    items: known ? items.items.map((other) => (other.id === item.id ? item : other)) : [...items.items, item],
    bin: rest(items.bin),
  };
}

export const placeOf = ({ collection }: Manager, id = "") => `${collection}/${id}`;

/** The state of an item's form: what is typed, what it is based on, and what became of the last save. */
export function useItem({ manager, item, onSaved, onRefused, onFailed }: Options) {
  const { collection } = manager;
  const queries = useQueryClient();
  const { keepSession, user } = useAuth();
  const author = user?.name ?? "";
  const place = placeOf(manager, item?.id);
  const [params] = useSearchParams();
  const { lang: own } = useLanguage();
  const [lang, setLang] = useState(() => parseLang(params.get("lang") ?? own));
  const [issues, setIssues] = useState<readonly ItemIssue[]>([]);
  const [newer, setNewer] = useState<{ item: Item; before: ItemDraft } | null>(null);
  const busy = useRef(false);

  const fresh = (): State => {
    const draft = item ? draftOf(collection, item) : newDraft(manager, author);
    const revision = item?.revision ?? 0;
    return { draft, base: draft, revision, key: randomKey(), tried: false, generation: 0, restored: false };
  };
  const [state, setState] = useState<State>(() => {
    const found = kept(place) as Kept | null;
    return found?.draft && !isSame(collection, found.draft, found.base)
      ? { ...found, generation: 0, restored: true }
      : fresh();
  });
  const { draft, base, revision } = state;
  const dirty = !isSame(collection, draft, base);

  useEffect(() => {
    if (dirty) keep(place, state satisfies Kept);
    else drop(place);
  }, [place, dirty, state]);

  const change = (next: Partial<State>) => setState((state) => ({ ...state, ...next }));
  const replace = (next: Partial<State>) =>
    setState((state) => ({ ...state, restored: false, ...next, generation: state.generation + 1 }));

  // Somebody saved it meanwhile and nothing is typed here: theirs is what one edits from now on.
  if (item && item.revision > revision && !dirty) {
    const draft = draftOf(collection, item);
    replace({ draft, base: draft, revision: item.revision });
  }

  const type = (field: ItemField, lang: Lang, text: string) => {
    setIssues((issues) => issues.filter((issue) => issue.field !== field || issue.lang !== lang));
    setState((state) => {
      const texts = { ...state.draft.texts, [lang]: { ...state.draft.texts[lang], [field]: text } };
      return { ...state, draft: { ...state.draft, texts } };
    });
  };

  const store = async (draft: ItemDraft): Promise<Item> => {
    if (item) return saveItem(collection, item.id, { ...changesOf(collection, draft, base), revision });
    const { key, tried } = state;
    change({ tried: true });
    const created = await createItem(collection, key, creationOf(collection, draft));
    // An earlier try may have made it, with what was typed then.
    const changes = tried ? changesOf(collection, draft, draftOf(collection, created)) : {};
    if (Object.keys(changes).length === 0) return created;
    return saveItem(collection, created.id, { ...changes, revision: created.revision });
  };

  const adopt = (saved: Item) => {
    queries.setQueryData(itemsQuery(collection).queryKey, (items) => withItem(items, saved));
    void queries.invalidateQueries({ queryKey: siteKey });
  };

  const save = useMutation({
    mutationFn: (draft: ItemDraft) => keepSession(() => store(draft)),
    onSuccess: (saved) => {
      drop(place);
      adopt(saved);
      const draft = draftOf(collection, saved);
      // Nothing is unsaved any more, and whoever guards it must know before the form is left.
      flushSync(() => replace({ draft, base: draft, revision: saved.revision }));
      setNewer(null);
      onSaved(saved);
    },
    onError: (error) => {
      onFailed();
      if (!(error instanceof ApiError)) return;
      setIssues(error.issues.map((issue) => ({ ...issue, lang: baseLang })));
      const { currentItem } = error;
      if (!currentItem) return;
      const after = draftOf(collection, currentItem);
      adopt(currentItem);
      setNewer({ item: currentItem, before: base });
      replace({ draft: rebased(collection, draft, base, after), base: after, revision: currentItem.revision });
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  const bringBack = useMutation({
    mutationFn: (id: string) => keepSession(() => undeleteItem(collection, id)),
    onSuccess: (item) => {
      change({ revision: item.revision });
      adopt(item);
    },
    onError: onFailed,
  });

  const submit = (typed = draft) => {
    // A second press before the button is drawn disabled.
    if (busy.current) return;
    const signed = signedDraft(manager, typed, author);
    const found = issuesOf(collection, signed);
    setIssues(found);
    if (found.length > 0) return onRefused(found, lenderOf(signed, found, lang));
    busy.current = true;
    save.mutate(signed);
  };

  const lender = lenderOf(draft, issues, lang);
  const lend = () => {
    if (!lender) return;
    const draft = lent(collection, state.draft, lender);
    replace({ draft });
    submit(draft);
  };

  const discard = () => {
    setNewer(null);
    setIssues([]);
    save.reset();
    const start = fresh();
    replace({ draft: start.draft, base: start.base, revision: start.revision });
  };

  return {
    ...state,
    dirty,
    lang,
    setLang,
    issues,
    newer,
    type,
    change,
    save,
    submit,
    lender,
    lend,
    discard,
    bringBack,
  };
}

/** An article nobody signed is signed by who is signed in. */
function signedDraft({ signedBy }: Manager, draft: ItemDraft, author: string): ItemDraft {
  if (!signedBy || draft.texts[baseLang][signedBy]?.trim()) return draft;
  return { ...draft, texts: { ...draft.texts, [baseLang]: { ...draft.texts[baseLang], [signedBy]: author } } };
}
