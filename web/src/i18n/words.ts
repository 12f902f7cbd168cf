import type en from "../../../locales/en.json";

export type TranslationKey = keyof typeof en;
export type Words = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** Keys of which some part is only known at run time (`error.${code}`). Each must fit a text that exists, or be "". */
type KeysWithText<Keys extends readonly string[]> = {
  [At in keyof Keys]: string extends Keys[At]
    ? TranslationKey
    : [Extract<TranslationKey | "", Keys[At]>] extends [never]
      ? TranslationKey
      : Keys[At];
};

/** `first` returns the text of the first key that has one: a specific text before the general one. */
export type Translate = {
  (key: TranslationKey, values?: Values): string;
  first<const Keys extends readonly string[] | []>(
    keys: Keys extends KeysWithText<Keys> ? Keys : KeysWithText<Keys>,
    values?: Values,
  ): string;
  /** The text of a key that the server names. */
  named(key: string): string;
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
  return Object.assign(t, { first, named: (key: string) => find(key) ?? key });
}
