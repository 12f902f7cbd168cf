import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Lang } from "../lib/lang";
import { type Translate, translator, type Words } from "./words";

type Language = { lang: Lang; t: Translate };

const LanguageContext = createContext<Language | null>(null);

type Props = { lang: Lang; words: Words; fallback?: Words; children: ReactNode };

const none: Words = {};

export function LanguageProvider({ lang, words, fallback = none, children }: Props) {
  const language = useMemo(() => ({ lang, t: translator(words, fallback) }), [lang, words, fallback]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error("useLanguage must be used within a LanguageProvider");
  return language;
}

export function useT(): Translate {
  return useLanguage().t;
}
