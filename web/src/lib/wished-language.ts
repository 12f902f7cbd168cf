/**
 * The other language of this page that the visitor's browser prefers. A page with a language prefix was asked for in
 * that language, and a visitor who has chosen a language in the menu keeps it.
 */
export function wishedLanguage(): string | undefined {
  if (typeof document === "undefined") return undefined;
  const { lang, dataset } = document.documentElement;
  const others = dataset.others?.split(" ");
  if (!others || storedLanguage() === lang) return undefined;
  const wish = navigator.languages
    .map((tag) => tag.split("-")[0] ?? "")
    .find((code) => code === lang || others.includes(code));
  return wish === lang ? undefined : wish;
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem("language");
  } catch {
    return null;
  }
}
