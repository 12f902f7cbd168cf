import type { Lang } from "../lib/lang";
import type { Words } from "./words";

const files = import.meta.glob<Words>("../../../locales/*.json", { import: "default" });

export async function loadWords(lang: Lang): Promise<Words> {
  return (await files[`../../../locales/${lang}.json`]?.()) ?? {};
}
