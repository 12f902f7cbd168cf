import type { Lead } from "../../api/leads";
import { randomKey } from "../../lib/random-key";

type Kind = Lead["kind"];

/** What was typed, and the key under which it is sent. */
type Draft = { key: string; typed: FormData };

const drafts = new Map<Kind, Draft>();

/** A form's draft lives until the server has it: closing the dialog, or a failure, loses nothing. */
export function draftOf(kind: Kind): Draft {
  const draft = drafts.get(kind) ?? { key: randomKey(), typed: new FormData() };
  drafts.set(kind, draft);
  return draft;
}

export function keepTyped(kind: Kind, typed: FormData): void {
  drafts.set(kind, { ...draftOf(kind), typed });
}

export function renewKey(kind: Kind): void {
  drafts.set(kind, { ...draftOf(kind), key: randomKey() });
}

export function dropDraft(kind: Kind): void {
  drafts.delete(kind);
}

export function typedText(typed: FormData, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value : "";
}
