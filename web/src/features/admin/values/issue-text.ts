import type { Translate } from "../../../i18n/words";
import type { Refusal } from "./validate";

/** The words for an issue: the field's own, else the general ones for the code. */
export function issueText(t: Translate, label: string, key: string, { code, want = "" }: Refusal): string {
  return t.first([`issue.${code}.${key}`, `issue.${code}`, "issue.invalid"], { field: label, want });
}
