import { firstLetters } from "../../../lib/letters";
import { inert } from "../../../lib/trusted";

const excerptLetters = 100;
const breaks = /<\/(p|h[1-6]|li|blockquote|div|figcaption)>|<br *\/?>/gi;

function plainText(html: string): string {
  const { body } = inert(html.replace(breaks, "$& "));
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** The beginning of an article up to a whole word, for its card. The server computes the same text. */
export function teaser(html: string): string {
  const plain = plainText(html);
  const head = firstLetters(plain, excerptLetters);
  const isWhole = head.length === plain.length || plain[head.length] === " ";
  const words = isWhole ? head : head.replace(/ [^ ]*$/, "");
  return `${words.replace(/[ ,;:–—\-("“‘]+$/, "")}...`;
}
