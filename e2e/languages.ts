// The three languages, their texts, and the path of a page in each.
import en from "../locales/en.json" with { type: "json" };
import gu from "../locales/gu.json" with { type: "json" };
import hi from "../locales/hi.json" with { type: "json" };

export const words = { en, hi, gu };
export type Lang = keyof typeof words;
export const languages = ["en", "hi", "gu"] as const satisfies readonly Lang[];

/** Languages of tests that look at the same parts in each: the one with the longest words in CI, all nightly. */
export const looked: readonly Lang[] = process.env.CI ? ["gu"] : languages;

export const at = (lang: Lang, path: string) => (lang === "en" ? path : `/${lang}${path === "/" ? "" : path}`);
