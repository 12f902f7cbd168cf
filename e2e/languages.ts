// The three languages, their words, and where a page lives in each.
import en from "../locales/en.json" with { type: "json" };
import gu from "../locales/gu.json" with { type: "json" };
import hi from "../locales/hi.json" with { type: "json" };

export const words = { en, hi, gu };
export type Lang = keyof typeof words;
export const languages = ["en", "hi", "gu"] as const satisfies readonly Lang[];

/** In which the owner's screens are looked at on a phone: in the gate the one with the longest words, nightly all three. */
export const looked: readonly Lang[] = process.env.CI ? ["gu"] : languages;

export const at = (lang: Lang, path: string) => (lang === "en" ? path : `/${lang}${path === "/" ? "" : path}`);
