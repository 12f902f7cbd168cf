import { firstLetters } from "../../../lib/letters";
import { inert } from "../../../lib/trusted";

const excerptLetters = 100;
const breaks = /<\/(p|h[1-6]|li|blockquote|div|figcaption)>|<br *\/?>/gi;

function plainText(html: string): string {
  const { body } = inert(html.replace(breaks, "$& "));
  return (body.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** An article's first letters up to the last whole word, as its card shows them; the server makes the same of it. */
export function teaser(html: string): string {
  const plain = plainText(html);
  const head = firstLetters(plain, excerptLetters);
  const isWhole = head.length === plain.length || plain[head.length] === " ";
  const words = isWhole ? head : head.replace(/ [^ ]*$/, "");
  return `${words.replace(/[ ,;:–—\-("“‘]+$/, "")}...`;
}
