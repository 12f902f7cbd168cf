import { langs } from "./langs.gen";

export { langs };

export type Lang = (typeof langs)[number];

export const baseLang: Lang = "en";

/** The locale of numbers and dates: Indian grouping and the digits 0 to 9. */
export const localeOf = (lang: Lang): string => `${lang}-IN-u-nu-latn`;

export function parseLang(value: unknown): Lang {
  return langs.find((lang) => lang === value) ?? baseLang;
}
