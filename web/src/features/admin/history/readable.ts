import { inert } from "../../../lib/trusted";

const blocks = "p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, figure, hr, br";

/** The plain text of an article, one line per paragraph. */
export function readable(html: string): string {
  const { body } = inert(html);
  for (const block of body.querySelectorAll(blocks)) block.append("\n");
  for (const end of body.querySelectorAll("br, hr")) end.replaceWith("\n");
  return body.textContent.replace(/\n{2,}/g, "\n").trim();
}

/** The URLs of an article's pictures. */
export function picturesOf(html: string): string[] {
  const { body } = inert(html);
  return [...body.querySelectorAll("img")].flatMap((picture) => picture.getAttribute("src") ?? []);
}
