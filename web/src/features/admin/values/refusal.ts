import { parseTags } from "./tags";
import { type Refusal, type Rule, validate } from "./validate";

/** HTML that shows nothing counts as empty; the server has the same rule. */
const isBlankHtml = (html: string) => !/<img/i.test(html) && html.replace(/<[^>]*>|&nbsp;/g, "").trim() === "";

export function isBlank({ kind }: Rule, text = ""): boolean {
  if (kind === "html") return isBlankHtml(text);
  return kind === "tags" ? parseTags(text).length === 0 : text.trim() === "";
}

/** The issue with which the server would refuse a typed text. */
export function refusalOf(rule: Rule, text: string): Refusal | undefined {
  if (isBlank(rule, text)) return validate(rule, "").issue;
  const texts = rule.kind === "tags" ? parseTags(text) : [text];
  return texts.map((text) => validate(rule, text).issue).find(Boolean);
}
