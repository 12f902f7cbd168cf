import { firstLetters } from "../../../lib/letters";

const excerptLetters = 100;
const breaks = /<\/(p|h[1-6]|li|blockquote|div|figcaption)>|<br *\/?>/gi;

/** The beginning of an article as its card shows it; the server does the same when it is saved. */
export function excerpt(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(breaks, "$& "), "text/html");
  const plain = (body.textContent ?? "").replace(/\s+/g, " ").trim();
  return `${firstLetters(plain, excerptLetters).trim()}...`;
}
