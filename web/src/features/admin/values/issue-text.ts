import type { Translate } from "../../../i18n/words";
import type { Refusal } from "./validate";

/** The message for an issue: the field's own, else the general one for the code. */
export function issueText(t: Translate, label: string, key: string, { code, want = "" }: Refusal): string {
  return t.first([`issue.${code}.${key}`, `issue.${code}`, "issue.invalid"], { field: label, want });
}
