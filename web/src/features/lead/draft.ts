import type { Lead } from "../../api/leads";
import { drop, keep, kept } from "../../lib/kept";
import { randomKey } from "../../lib/random-key";

type Kind = Lead["kind"];

/** What was typed, and the key under which it is sent. */
type Draft = { key: string; typed: FormData };

const drafts = new Map<Kind, Draft>();

/** What this tab kept before the page was left; nothing if it was kept by a version that wrote it differently. */
function keptDraft(kind: Kind): Draft | undefined {
  const before = kept(kind) as { key: string; typed: [string, string][] } | null;
  if (!Array.isArray(before?.typed)) return;
  const typed = new FormData();
  for (const [name, value] of before.typed) typed.append(name, value);
  return { key: before.key, typed };
}

/** A form's draft lives until the server has it: closing the dialog, a failure, or leaving the page loses nothing. */
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
