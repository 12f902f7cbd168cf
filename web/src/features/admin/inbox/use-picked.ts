import { useState } from "react";
import { useSearchParams } from "react-router";
import type { LeadKind, Picked } from "../../../api/inbox";
import { useSettled } from "../form/use-settled";

export const statuses = ["pending", "contacted", "won", "lost", "all", "spam"] as const;
export const kinds = ["quote_request", "portfolio_request", "owner_feedback"] as const satisfies readonly LeadKind[];

export type StatusChoice = (typeof statuses)[number];

const typingMs = 300;

/** The filters of the inbox. They are in the URL, so that Back and a reload restore them. */
export function usePicked() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("q") ?? "";
  const [text, setText] = useState(asked);
  const [answered, setAnswered] = useState(asked);
  if (asked !== answered) {
    setAnswered(asked);
    setText(asked);
  }
  const [within, setWithin] = useState<StatusChoice>("all");
  const q = useSettled(text.trim(), typingMs);
  const listed = statuses.find((name) => name === params.get("status")) ?? "pending";
  // A search covers every status, including spam.
  const status = q ? within : listed;
  const kind = kinds.find((name) => name === params.get("kind"));
  const lead = Number(params.get("lead")) || 0;
  const picked: Picked = {
    ...(status !== "all" ? { status } : q && { status: "any" }),
    ...(kind && { kind }),
    ...(q && { q }),
  };

  const change = (changes: Record<string, string>) =>
    setParams((params) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });

  const search = (text: string) => {
    setText(text);
    if (text.trim()) return;
    setWithin("all");
    if (asked) change({ q: "" });
  };

  /** Narrows the current search, or shows another list. */
  const choose = (status: StatusChoice) => {
    if (q) setWithin(status);
    change({ lead: "", ...(!q && { status: status === "pending" ? "" : status }) });
  };

  return { status, kind, text, search, q, lead, picked, change, choose };
}
