import { langs } from "./langs.gen";

export { langs };

export type Lang = (typeof langs)[number];

export const baseLang: Lang = "en";

export function parseLang(value: unknown): Lang {
  return langs.find((lang) => lang === value) ?? baseLang;
}
