import { drop, keep, kept } from "../../../lib/kept";
import { langs } from "../../../lib/lang";
import type { ScreenKey } from "../screens";
import type { Texts } from "../values/texts";
import type { Draft } from "./draft";

/** What typed text was begun on. */
export type Base = { revision: number; texts: Texts };

type Edit = { base: Base; draft: Draft };

const nameOf = (screen: ScreenKey) => `edit-${screen}`;

export const keepEdit = (screen: ScreenKey, edit: Edit) => keep(nameOf(screen), edit);

export const dropEdit = (screen: ScreenKey) => drop(nameOf(screen));

const hasLanguages = (value: unknown) =>
  langs.every((lang) => typeof (value as Record<string, unknown> | undefined)?.[lang] === "object");

/** What was typed on a screen and never saved. */
export function keptEdit(screen: ScreenKey): Edit | null {
  const edit = kept(nameOf(screen)) as Partial<Edit> | null;
  return edit?.base && hasLanguages(edit.base.texts) && hasLanguages(edit.draft) ? (edit as Edit) : null;
}
