import { parseTags } from "./tags";
import { type Refusal, type Rule, validate } from "./validate";

/** HTML that shows nothing is no text; the server sees it the same way. */
const isBlankHtml = (html: string) => !/<img/i.test(html) && html.replace(/<[^>]*>|&nbsp;/g, "").trim() === "";

export function isBlank({ kind }: Rule, text = ""): boolean {
  if (kind === "html") return isBlankHtml(text);
  return kind === "tags" ? parseTags(text).length === 0 : text.trim() === "";
}

/** Why the server would refuse what is typed. */
export function refusalOf(rule: Rule, text: string): Refusal | undefined {
  if (isBlank(rule, text)) return validate(rule, "").issue;
  const texts = rule.kind === "tags" ? parseTags(text) : [text];
  return texts.map((text) => validate(rule, text).issue).find(Boolean);
}
