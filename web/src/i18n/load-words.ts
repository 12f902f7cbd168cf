import type { Lang } from "../lib/lang";
import type { Words } from "./words";

const files: Record<Lang, () => Promise<{ default: Words }>> = {
  en: () => import("../../../locales/en.json"),
  hi: () => import("../../../locales/hi.json"),
  gu: () => import("../../../locales/gu.json"),
};

export async function loadWords(lang: Lang): Promise<Words> {
  return (await files[lang]()).default;
}
