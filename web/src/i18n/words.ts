import type en from "../../../locales/en.json";

export type TranslationKey = keyof typeof en;
export type Words = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** `first` takes the first key that has words: an override before the general text. */
export type Translate = {
  (key: TranslationKey, values?: Values): string;
  first(keys: readonly string[], values?: Values): string;
};

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

const later: Record<string, string> = {};

/** Words by the path of their language's file, each fetched when asked for. */
type Files = Record<string, () => Promise<Words>>;

/** Fetches what only a dialog says: most visitors never open it, and their page comes without. */
export async function addWords(files: Files): Promise<void> {
  const name = `/${document.documentElement.lang}.json`;
  const file = Object.keys(files).find((path) => path.endsWith(name));
  Object.assign(later, await files[file ?? ""]?.());
}

/** Looks a key up in each dictionary in turn; a key nobody knows is shown as itself. */
export function translator(...dictionaries: readonly Words[]): Translate {
  const find = (key: string) => [...dictionaries, later].map((words) => words[key]).find(Boolean);
  const t = (key: TranslationKey, values: Values = {}) => fill(find(key) ?? key, values);
  const first = (keys: readonly string[], values: Values = {}) =>
    fill(keys.map(find).find(Boolean) ?? keys.at(-1) ?? "", values);
  return Object.assign(t, { first });
}
