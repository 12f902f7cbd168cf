import { useState } from "react";
import { useSearchParams } from "react-router";
import type { LeadKind, Picked } from "../../../api/inbox";
import { useSettled } from "../form/use-settled";

export const statuses = ["pending", "contacted", "won", "lost", "all", "spam"] as const;
export const kinds = ["quote_request", "portfolio_request", "owner_feedback"] as const satisfies readonly LeadKind[];

export type StatusChoice = (typeof statuses)[number];

const typingMs = 300;

/** What is shown. The lists stand in the address, so that back and reload find them again. */
export function usePicked() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const q = useSettled(text.trim(), typingMs);
  const status: StatusChoice = statuses.find((name) => name === params.get("status")) ?? "pending";
  const kind = kinds.find((name) => name === params.get("kind"));
  const lead = Number(params.get("lead")) || 0;
  const picked: Picked = { ...(status !== "all" && { status }), ...(kind && { kind }), ...(q && { q }) };

  const change = (changes: Record<string, string>) =>
    setParams((params) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });

  return { status, kind, text, setText, q, lead, picked, change };
}
