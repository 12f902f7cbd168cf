import { type ReactNode, useSyncExternalStore } from "react";

export type Toast = {
  id: number;
  title: string;
  description?: string | undefined;
  /** Extra text worth writing down, such as a reference number. */
  note?: string | undefined;
  /** A button. Rendered by the caller, because most pages need no code for it. */
  action?: ((id: number) => ReactNode) | undefined;
  /** The toast does not time out. */
  stays?: boolean | undefined;
  tone: "default" | "destructive";
  list: ToastList;
};

export type ToastList = "main" | "stack";

/** The main list shows only the newest toast; the stack queues toasts, so that each is shown for its full time. */
export const toastLists = {
  main: { atOnce: 1, shownMs: 6000, replaces: true },
  stack: { atOnce: 3, shownMs: 4000, replaces: false },
} as const;

const listeners = new Set<() => void>();
let waiting: readonly Toast[] = [];
let shown: readonly Toast[] = [];
let nextId = 1;

function select(list: ToastList): readonly Toast[] {
  const { atOnce, replaces } = toastLists[list];
  const toasts = waiting.filter((toast) => toast.list === list);
  return replaces ? toasts.slice(-atOnce) : toasts.slice(0, atOnce);
}

function update(toasts: readonly Toast[]) {
  waiting = toasts;
  shown = [...select("main"), ...select("stack")];
  for (const listener of listeners) listener();
}

type Options = Omit<Toast, "id" | "tone" | "list"> & Partial<Pick<Toast, "tone" | "list">>;

/** Shows a toast and returns its id for `dismissToast`. */
export function toast({ tone = "default", list = "main", ...text }: Options): number {
  const made = { ...text, tone, list, id: nextId++ };
  const kept = toastLists[list].replaces ? waiting.filter((other) => other.list !== list) : waiting;
  update([...kept, made]);
  return made.id;
}

export function dismissToast(id: number): void {
  update(waiting.filter((toast) => toast.id !== id));
}

export function shownToasts(): readonly Toast[] {
  return shown;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly Toast[] = [];

export function useShownToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, shownToasts, () => none);
}
