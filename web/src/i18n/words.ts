import type en from "../../../locales/en.json";

export type TranslationKey = keyof typeof en;
export type Words = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** `first` returns the text of the first key that has one: a specific text before the general one. */
export type Translate = {
  (key: TranslationKey, values?: Values): string;
  first(keys: readonly string[], values?: Values): string;
};

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

const later: Record<string, string> = {};

/** Loaders of the words, by the path of the language file. */
type Files = Record<string, () => Promise<Words>>;

/** Loads the words of a dialog. Most visitors never open it, so the page does not contain them. */
export async function addWords(files: Files): Promise<void> {
  const name = `/${document.documentElement.lang}.json`;
  const file = Object.keys(files).find((path) => path.endsWith(name));
  Object.assign(later, await files[file ?? ""]?.());
}

/** Looks a key up in each dictionary in turn; an unknown key is shown as it is. */
export function translator(...dictionaries: readonly Words[]): Translate {
  const find = (key: string) => [...dictionaries, later].map((words) => words[key]).find(Boolean);
  const t = (key: TranslationKey, values: Values = {}) => fill(find(key) ?? key, values);
  const first = (keys: readonly string[], values: Values = {}) =>
    fill(keys.map(find).find(Boolean) ?? keys.at(-1) ?? "", values);
  return Object.assign(t, { first });
}
