import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { ItemState, Part } from "../../../api/collections";
import type { CollectionKey } from "../../../api/types";
import { traitsOf } from "../collections";
import { useSettled } from "../form/use-settled";

const typingMs = 300;

/** The states by which a list can be filtered. */
export function statesOf(collection: CollectionKey): ItemState[] {
  const { drafts, scheduled } = traitsOf(collection);
  return [
    ...(drafts ? (["published", "hidden"] as const) : []),
    ...(scheduled ? (["scheduled"] as const) : []),
    "untranslated",
  ];
}

/** The filters of a list. They are in the URL, so that Back and a reload restore them. */
export function useSift(collection: CollectionKey) {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get("search") ?? "");
  const search = useSettled(text.trim(), typingMs);
  const state = statesOf(collection).find((name) => name === params.get("state"));

  const change = (name: string, value: string) =>
    setParams(
      (params) => {
        const next = new URLSearchParams(params);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );

  const shown = params.get("search") ?? "";
  useEffect(() => {
    // While the owner types, or right after `clear`, the settled text is an old one.
    if (search === text.trim() && search !== shown) change("search", search);
  });

  const part: Part = { ...(state && { state }), ...(search && { search }) };
  return {
    part,
    whole: !state && !search,
    text,
    setText,
    state,
    setState: (state: string) => change("state", state),
    clear: () => {
      setText("");
      setParams({}, { replace: true });
    },
  };
}

export type Sift = ReturnType<typeof useSift>;
