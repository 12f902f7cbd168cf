import type { Lead } from "../../api/leads";
import { drop, keep, kept } from "../../lib/kept";
import { randomKey } from "../../lib/random-key";

type Kind = Lead["kind"];

/** The typed values and their idempotency key. */
type Draft = { key: string; typed: FormData };

const drafts = new Map<Kind, Draft>();

/** The draft that this tab stored earlier; undefined if it is in an old format. */
function keptDraft(kind: Kind): Draft | undefined {
  const before = kept(kind) as { key: string; typed: [string, string][] } | null;
  if (!Array.isArray(before?.typed)) return;
  const typed = new FormData();
  for (const [name, value] of before.typed) typed.append(name, value);
  return { key: before.key, typed };
}

/** A draft lives until the server has stored it: closing the dialog, a failure or leaving the page loses nothing. */
export function draftOf(kind: Kind): Draft {
  const draft = drafts.get(kind) ?? keptDraft(kind) ?? { key: randomKey(), typed: new FormData() };
  drafts.set(kind, draft);
  return draft;
}

function change(kind: Kind, changed: Partial<Draft>): void {
  const draft = { ...draftOf(kind), ...changed };
  drafts.set(kind, draft);
  keep(kind, { ...draft, typed: [...draft.typed] });
}

export const keepTyped = (kind: Kind, typed: FormData) => change(kind, { typed });
export const renewKey = (kind: Kind) => change(kind, { key: randomKey() });

export function dropDraft(kind: Kind): void {
  drafts.delete(kind);
  drop(kind);
}

export function typedText(typed: FormData, name: string): string {
  const value = typed.get(name);
  return typeof value === "string" ? value : "";
}
