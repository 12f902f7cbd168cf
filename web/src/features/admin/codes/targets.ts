import type { Translate, TranslationKey } from "../../../i18n/words";
import { parseLang } from "../../../lib/lang";
import { blogPath, homePath, portfolioPath, quotePath, requestPath, servicesPath } from "../../../paths";

/** Pages a code can lead to, with the translation keys of their names. */
export const targets = {
  [homePath]: "codes.target.home",
  [servicesPath]: "home.links.services",
  [quotePath]: "codes.target.quote",
  [portfolioPath]: "home.links.portfolio",
  [requestPath]: "codes.target.request",
  [blogPath]: "home.links.blog",
  "/download": "download.title",
} as const satisfies Record<string, TranslationKey>;

export type Page = keyof typeof targets;

export const pages = Object.keys(targets) as Page[];

/** A code without a target leads to the home page. */
export const pageOf = (target: string) => pages.find((page) => page === (target || homePath));

/** The target of a code in words: a page's name, or the address. */
export function targetText(t: Translate, target: string, language: string): string {
  const page = pageOf(target);
  const where = page ? t(targets[page]) : target.replace(/^https?:\/\//, "");
  return language ? t("codes.where", { where, language: t(`language.${parseLang(language)}`) }) : where;
}
